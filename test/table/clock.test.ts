import { createServer } from 'node:http';
import { clock } from '../../functions/table/clock';
import { find } from '../../functions/table/get';
import { useEndpoint } from '../endpoint';

const { listen } = useEndpoint();

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toUTCString();
const aheadMinutes = () => (clock.now().getTime() - Date.now()) / MINUTE_MS;

/** One with all its retries left, whatever the tests before have used up. */
const isolated = () => {
  const got: { find: typeof find }[] = [];
  jest.isolateModules(() => got.push(require('../../functions/table/get')));
  return got[0]?.find ?? find;
};

// The answers that the tests before have read bear the right time.
afterEach(() => clock.hear(inMinutes(0), new Date(0)));

describe('the clock', () => {
  test.each([
    [6, true, 6],
    [-60, true, -60],
    [3.5, false, 0],
    [-3.5, false, 0],
  ])('hears a time %f minutes ahead', (minutes, wasWrong, ahead) => {
    expect(clock.hear(inMinutes(minutes), clock.now())).toBe(wasWrong);
    expect(aheadMinutes()).toBeCloseTo(ahead, 1);
    expect(clock.hear(inMinutes(minutes), clock.now())).toBe(false);
  });

  test.each([[undefined], ['soon']])('hears nothing where the time is %s', (date) => {
    expect(clock.hear(date, clock.now())).toBe(false);
    expect(aheadMinutes()).toBeCloseTo(0, 1);
  });

  test('is set by an answer, and all that was refused for it is sent again', async () => {
    const dates: string[] = [];
    const hourOf = (date: string) => date.slice(0, 11);
    const hour = (minutes: number) => hourOf(new Date(inMinutes(minutes)).toISOString().replace(/[-:]/g, ''));
    const refused = {
      __type: 'com.amazon.coral.service#InvalidSignatureException',
      message: 'Signature not yet current',
    };
    await listen(
      createServer(({ headers }, response) => {
        const date = String(headers['x-amz-date']);
        dates.push(hourOf(date));
        const isInTime = hourOf(date) === hour(60);
        const [status, body] = isInTime ? [200, { ConsumedCapacity: {} }] : [400, refused];
        response.writeHead(status, { date: inMinutes(60) }).end(JSON.stringify(body));
      }),
    );
    const keys = ['1', '2', '3'].map((sk) => ({ pk: 'POST', sk }));
    expect(await Promise.all(keys.map(isolated()))).toEqual([undefined, undefined, undefined]);
    expect(dates.sort()).toEqual([0, 0, 0, 60, 60, 60].map(hour).sort());
  });

  test('was right where a call is refused for another reason', async () => {
    let asked = 0;
    const refused = { __type: 'com.amazon.coral.service#InvalidSignatureException', message: 'Wrong key' };
    await listen(
      createServer((_, response) => {
        asked++;
        response.writeHead(400).end(JSON.stringify(refused));
      }),
    );
    await expect(find({ pk: 'POST', sk: '1' })).rejects.toMatchObject({ name: 'InvalidSignatureException' });
    expect(asked).toBe(1);
  });
});
