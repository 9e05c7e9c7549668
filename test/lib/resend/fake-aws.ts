import { createHash } from 'node:crypto';
import { type FakeRequest, startFakeServer } from '../../support/fake-server';

/** Returns a time, at this second. */
export const at = (second: number) => `2026-11-29T10:00:0${second}.000Z`;

/** Returns the key of an object that Lambda writes at this second. */
export const keyOf = (second: number) => `aws/lambda/1a2b/shardId-1/2026/11/29/2026-11-29T10.00.0${second} x`;

export type StoredMessage = { readonly id: string; readonly body: string; isVisible: boolean };

/** Reply of a function: its payload, or a failure of the function or of Lambda. */
type FunctionReply = { readonly payload?: unknown; readonly isError?: true; readonly status?: number };

/**
 * Starts a stand-in of CloudFormation, SQS, S3 and Lambda, which has a queue, a bucket and functions, and fails like AWS. `invoked`
 * has each call of a function.
 */
export const startFakeAws = async (replyOf: (name: string, event: string) => FunctionReply = () => ({})) => {
  const messages: StoredMessage[] = [];
  const objects = new Map<string, string>();
  const invoked: (readonly [name: string, event: string])[] = [];
  const ofQueue = ({ headers, text }: FakeRequest) => {
    const { MaxNumberOfMessages, ReceiptHandle, VisibilityTimeout, QueueUrl } = JSON.parse(text);
    expect(QueueUrl).toBe(`${server.url}/123456789012/Failed`);
    const at = messages.findIndex(({ id }) => id === ReceiptHandle);
    const operation = String(headers['x-amz-target']).split('.')[1];
    if (operation === 'DeleteMessage') messages.splice(at, 1);
    if (operation === 'ChangeMessageVisibility')
      for (const each of messages.slice(at, at + 1)) each.isVisible = VisibilityTimeout === 0;
    if (operation !== 'ReceiveMessage') return { status: 200, body: {} };
    const given = messages.filter(({ isVisible }) => isVisible).slice(0, MaxNumberOfMessages);
    for (const each of given) each.isVisible = false;
    return {
      status: 200,
      body: {
        Messages: given.map(({ id, body }) => ({
          ReceiptHandle: id,
          Body: body,
          MD5OfBody: createHash('md5').update(body).digest('hex'),
        })),
      },
    };
  };
  const ofBucket = ({ method, path }: FakeRequest) => {
    const key = decodeURIComponent(path.replace(/^\/|\?.*$/g, ''));
    const found = objects.get(key);
    if (method === 'DELETE') objects.delete(key);
    if (method === 'DELETE') return { status: 204, body: '' };
    return found === undefined
      ? { status: 404, body: '<Error><Code>NoSuchKey</Code><Message>gone</Message></Error>' }
      : { status: 200, body: found };
  };
  const ofFunction = ({ path, headers, text }: FakeRequest) => {
    const name = decodeURIComponent(path.split('/')[3] ?? '');
    expect(headers['x-amz-invocation-type'] ?? 'RequestResponse').toBe('RequestResponse');
    invoked.push([name, text]);
    const { payload = null, isError, status = 200 } = replyOf(name, text);
    const error = isError && { 'x-amz-function-error': 'Unhandled' };
    return { status, body: JSON.stringify(payload), headers: { ...error } };
  };
  const server = await startFakeServer(undefined, (_, request): { status: number; body: object | string } => {
    if (request.headers['x-amz-target']) return ofQueue(request);
    if (request.path.startsWith('/2015-03-31/functions/')) return ofFunction(request);
    if (request.method !== 'POST') return ofBucket(request);
    const { StackName } = Object.fromEntries(new URLSearchParams(request.text));
    const output = `<member><OutputKey>FailedChanges</OutputKey><OutputValue>${server.url}/123456789012/Failed</OutputValue></member>`;
    const outputs = StackName?.endsWith('-prod') ? `<Outputs>${output}</Outputs>` : '';
    const stack = `<Stacks><member><StackName>${StackName}</StackName>${outputs}</member></Stacks>`;
    return {
      status: 200,
      body: `<DescribeStacksResponse><DescribeStacksResult>${stack}</DescribeStacksResult></DescribeStacksResponse>`,
    };
  });
  /** Puts an object into the bucket, and tells the queue. */
  const fail = (key: string, eventTime: string, object: unknown) => {
    objects.set(`failed/${key}`, typeof object === 'string' ? object : JSON.stringify(object));
    const s3 = { bucket: { name: 'failed' }, object: { key: encodeURIComponent(key).replaceAll('%20', '+') } };
    tell({ Records: [{ eventName: 'ObjectCreated:Put', eventTime, s3 }] });
  };
  const tell = (message: unknown) => {
    messages.push({ id: `receipt ${messages.length}`, body: JSON.stringify(message), isVisible: true });
  };
  return { url: server.url, close: server.close, messages, objects, invoked, fail, tell };
};

export type FakeAws = Awaited<ReturnType<typeof startFakeAws>>;
