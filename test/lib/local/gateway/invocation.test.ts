import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { until } from '../../../support/time';
import { useFixture } from '../write-assembly';

/** Function without a route, whose result is the value of the code in its event. */
const code = 'exports.handler = async ({ run }) => eval(run);';
const logs: string[] = [];
const inline = { Type: 'AWS::Lambda::Function', Properties: { Handler: 'index.handler', Code: { ZipFile: code } } };
const { ask, service } = useFixture({ functions: { job: [code] }, more: { inline } }, (_, line) => logs.push(line));

const credentials = { accessKeyId: 'one', secretAccessKey: 'two' };
/** Invokes a function by the SDK, as the AWS CLI does. */
const invoke = async (FunctionName: string, run: string) => {
  const client = new LambdaClient({ endpoint: service().url, region: 'eu-central-1', credentials });
  const { StatusCode, FunctionError, Payload } = await client.send(
    new InvokeCommand({ FunctionName, Payload: JSON.stringify({ run }) }),
  );
  return [StatusCode, FunctionError, JSON.parse(Payload?.transformToString() ?? '')];
};

test.each(['job', 'jobFunction', 'arn:aws:lambda:us-east-1:000000000000:function:jobFunction:live'])(
  'a function without a route can be invoked as %s',
  async (name) => {
    expect(await invoke(name, '({ done: 2 })')).toEqual([200, undefined, { done: 2 }]);
  },
);

test.each([
  ['throws', "throw new TypeError('no')", { errorType: 'TypeError', errorMessage: 'no' }],
  ['exits', 'process.exit(3)', { errorType: 'InstanceFailed', errorMessage: 'job: exited with code 3' }],
])('an invocation of a function that %s has its error', async (_, run, error) => {
  expect(await invoke('job', run)).toEqual([200, 'Unhandled', error]);
});

test.each(['none', 'index', 'inline'])('a function %s, which is not there, cannot be invoked', async (name) => {
  const message = `Function not found: arn:aws:lambda:us-east-1:000000000000:function:${name}`;
  await expect(invoke(name, '')).rejects.toMatchObject({ name: 'ResourceNotFoundException', message });
});

const line = 'POST /2015-03-31/functions/job/invocations';

test('a function runs to its end in the background when the invocation is an event', async () => {
  const run = 'new Promise((resolve) => setTimeout(resolve, 20)).then(() => process.stdout.write("ended\\n"))';
  const response = await ask(line, { headers: { 'x-amz-invocation-type': 'Event' }, body: { run } });
  expect([response.status, response.text]).toEqual([202, '']);
  await until(() => logs.includes('ended'));
});

test.each([
  ['from a page in a browser', line, 403, { headers: { origin: 'http://localhost:5173' }, body: {} }],
  ['by GET', line.replace('POST', 'GET'), 404, {}],
  ['with an event over 6 MB', line, 413, { body: Buffer.alloc(6_291_557, ' ') }],
])('an invocation %s is refused', async (_, request, status, parts) => {
  expect(await ask(request, parts)).toMatchObject({ status });
});
