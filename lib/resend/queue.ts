import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { clientConfig } from '../deploy/deployed';
import { parseJson } from './failed-batch';

/** Object in the bucket of failed changes, and when Lambda has written it. */
export type FailedObject = Readonly<Record<'bucket' | 'key' | 'at', string>>;

/** Message of the queue of failed changes. The test message of a new bucket names no object. */
type FailureMessage = {
  readonly receipt: string;
  readonly objects: readonly FailedObject[];
  /** True for a message that S3 has not sent. */
  readonly isForeign: boolean;
};

type S3Event = {
  readonly Event?: string;
  readonly Records?: readonly {
    readonly eventTime: string;
    readonly s3: { readonly bucket: { readonly name: string }; readonly object: { readonly key: string } };
  }[];
};

/** Reads which objects a message of S3 names. S3 writes a space in a key as `+`. */
const readMessage = (body: string, receipt: string): FailureMessage => {
  const { Event, Records = [] }: S3Event = Object(parseJson(body));
  const objects = Records.map(({ eventTime, s3 }) => ({
    bucket: s3.bucket.name,
    key: decodeURIComponent(s3.object.key.replaceAll('+', ' ')),
    at: eventTime,
  }));
  return { receipt, objects, isForeign: objects.length === 0 && Event !== 's3:TestEvent' };
};

/** Opens the queue of failed changes. Others see no message that it has given for 15 minutes, or until `giveBack`. */
export const openQueue = (QueueUrl: string, region?: string) => {
  const client = new SQSClient(clientConfig(region));
  const receiveAll = async (): Promise<readonly FailureMessage[]> => {
    const found: FailureMessage[] = [];
    for (;;) {
      // Waits, because SQS asks only some of its servers otherwise.
      const batch = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1 };
      const { Messages = [] } = await client.send(new ReceiveMessageCommand(batch));
      if (Messages.length === 0) return found;
      for (const { Body = '', ReceiptHandle = '' } of Messages) found.push(readMessage(Body, ReceiptHandle));
    }
  };
  const remove = ({ receipt }: FailureMessage) =>
    client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receipt }));
  const giveBack = ({ receipt }: FailureMessage) => {
    const back = { QueueUrl, ReceiptHandle: receipt, VisibilityTimeout: 0 };
    // Ignores an error, because the message comes back by itself after 15 minutes.
    return client.send(new ChangeMessageVisibilityCommand(back)).catch(() => undefined);
  };
  return { receiveAll, remove, giveBack };
};
