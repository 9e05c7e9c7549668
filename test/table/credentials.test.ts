import { credentials } from '../../functions/table/credentials';

const { env } = process;
afterEach(() => {
  process.env = env;
});

describe('the credentials', () => {
  test('are those that a Lambda finds in its environment', async () => {
    process.env = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' };
    expect(await credentials()).toEqual({ accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: 'token' });
  });

  test('are empty where there are none', async () => {
    process.env = {};
    expect(await credentials()).toEqual({ accessKeyId: '', secretAccessKey: '', sessionToken: undefined });
  });
});
