import { marshall } from '@aws-sdk/util-dynamodb';
import { runResend } from '../../../lib/resend/command';
import { at, type FakeAws, keyOf, startFakeAws } from './fake-aws';

const arnOf = (name: string) => `arn:aws:lambda:us-east-1:123456789012:function:${name}`;
const ids = [1, 2].map((n) => `01a1f3ad-8e00-7000-8000-00000000000${n}`) as [string, string];

/** Makes the record of a creation. */
const recordOf = (sk: string, second = 1) => {
  const item = { pk: 'ORDER', sk, rev: `${second}`, updatedAt: at(second), secret: 'Ada' };
  return { dynamodb: { SequenceNumber: `${second}`, Keys: marshall({ pk: 'ORDER', sk }), NewImage: marshall(item) } };
};
const objectOf = (name: string, records: readonly object[], isText = false) => ({
  requestContext: { requestId: 'r', functionArn: arnOf(name), condition: 'RetryAttemptsExhausted' },
  DDBStreamBatchInfo: { batchSize: records.length },
  payload: isText ? JSON.stringify({ Records: records }) : { Records: records },
});

let aws: FakeAws;
const start = async (replyOf?: Parameters<typeof startFakeAws>[0]) => {
  aws = await startFakeAws(replyOf);
  const keys = {
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL: aws.url,
  };
  jest.replaceProperty(process, 'env', { PATH: process.env.PATH, AWS_MAX_ATTEMPTS: '1', ...keys });
};
afterEach(async () => {
  jest.restoreAllMocks();
  await aws.close();
});

/** Runs the command. Returns its code, its lines, and what it leaves in the bucket and for the next run. */
const run = async (...args: string[]) => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await runResend(['--stage', 'prod', ...args]);
  const lines = write.mock.calls.join('').trimEnd().split('\n');
  write.mockRestore();
  const { objects, messages } = aws;
  return { code, lines, left: [objects.size, messages.length, messages.filter(({ isVisible }) => isVisible).length] };
};

test('npm run resend sends each batch whole, the oldest first, and deletes its object and its message', async () => {
  await start(() => ({ payload: { batchItemFailures: [] } }));
  aws.tell({ Service: 'Amazon S3', Event: 's3:TestEvent', Bucket: 'failed' });
  const [older, newer] = [[recordOf(ids[0]), recordOf(ids[1])], [recordOf(ids[0], 2)]];
  aws.fail(keyOf(2), at(2), objectOf('notify', newer));
  aws.fail(keyOf(1), at(1), objectOf('notify', older, true));
  expect(await run()).toEqual({
    code: 0,
    lines: ['notify has got 2 changes', 'notify has got 1 change', '2 sent again, 0 left'],
    left: [0, 0, 0],
  });
  expect(aws.invoked).toEqual([older, newer].map((Records) => [arnOf('notify'), JSON.stringify({ Records })]));
});

test.each([
  ['the function throws', { isError: true, payload: { errorMessage: 'secret' } }, 'the function fails'],
  ['a change fails', { payload: { batchItemFailures: [{ itemIdentifier: '1' }] } }, 'the function refuses 1 change'],
  ['the function is gone', { status: 404, payload: { Message: 'Function not found' } }, 'Function not found'],
] as const)('a batch stays when %s, and a later change of the same resource waits', async (_, reply, reason) => {
  await start((name, event) => (name === arnOf('count') || event.includes(ids[1]) ? {} : reply));
  aws.fail(keyOf(1), at(1), objectOf('notify', [recordOf(ids[0])]));
  aws.fail(keyOf(2), at(2), objectOf('notify', [recordOf(ids[0], 2), recordOf(ids[1])]));
  aws.fail(keyOf(3), at(3), objectOf('notify', [recordOf(ids[1], 3)]));
  aws.fail(keyOf(4), at(4), objectOf('count', [recordOf(ids[0], 4)]));
  const lineOf = (id: string, second: number) =>
    expect.stringMatching(`^  ORDER ${id} of ${at(second)}, change [0-9a-f-]{36}$`);
  const earlier = 'notify fails again, because an earlier change of the same resource does:';
  expect(await run()).toEqual({
    code: 1,
    lines: [
      `notify fails again, because ${reason}:`,
      lineOf(ids[0], 1),
      earlier,
      lineOf(ids[0], 2),
      lineOf(ids[1], 1),
      earlier,
      lineOf(ids[1], 3),
      'count has got 1 change',
      '1 sent again, 3 left',
    ],
    left: [3, 3, 3],
  });
});

test('npm run resend -- --list names the changes without their values, and sends and deletes none', async () => {
  await start();
  aws.fail(keyOf(1), at(1), objectOf('notify', [recordOf(ids[0])]));
  expect(await run('--list')).toEqual({
    code: 0,
    lines: [
      `notify failed with 1 change, the last time at ${at(1)}:`,
      expect.stringMatching(`^  ORDER ${ids[0]} of ${at(1)}, change [0-9a-f-]{36}$`),
      '1 left',
    ],
    left: [1, 1, 1],
  });
  expect(aws.invoked).toEqual([]);
});

test('an object that is gone, and two messages of one object, are done with their messages', async () => {
  await start();
  aws.fail(keyOf(1), at(1), objectOf('notify', [recordOf(ids[0])]));
  aws.objects.clear();
  for (const _ of [1, 2]) aws.fail(keyOf(2), at(2), objectOf('notify', [recordOf(ids[1])]));
  expect(await run()).toEqual({
    code: 0,
    lines: ['notify has got 1 change', '1 sent again, 0 left'],
    left: [0, 0, 0],
  });
  expect(aws.invoked).toHaveLength(1);
});

test('what is no failed change of a function stays, and is named', async () => {
  await start();
  aws.fail('notes.txt', at(1), 'hello');
  aws.tell({ hello: 'world' });
  expect(await run()).toEqual({
    code: 1,
    lines: [
      's3://failed/notes.txt holds no failed changes; look at it, and delete it',
      'messages of the queue that are not of S3: 1; take them out',
      '0 sent again, 2 left',
    ],
    left: [1, 2, 2],
  });
});

test('an error in the middle gives the messages back', async () => {
  await start(() => ({ payload: {} }));
  aws.fail(keyOf(1), at(1), objectOf('notify', [recordOf(ids[0])]));
  aws.fail(keyOf(2), at(2), objectOf('notify', [recordOf(ids[0], 2)]));
  jest.spyOn(process.stdout, 'write').mockImplementation(() => {
    throw new Error('no space left');
  });
  await expect(runResend(['--stage', 'prod'])).rejects.toThrow('no space left');
  expect(aws.messages.every(({ isVisible }) => isVisible)).toBe(true);
});

test.each([
  [[], '--stage is missing; pass the name of a stage, such as --stage prod'],
  [['--stage', 'dev'], 'The stage dev keeps no failed changes; choose a protected one whose functions get changes'],
])('npm run resend refuses %j in one sentence', async (args, message) => {
  await start();
  await expect(runResend(args)).rejects.toThrow(new Error(message));
});
