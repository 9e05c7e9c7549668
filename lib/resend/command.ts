import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { defineCommand, messageOf } from '../command';
import { clientConfig, readOutput } from '../deploy/deployed';
import { serviceName } from '../root';
import { type FailedBatch, itemsOf, linesOf, nameOf, readBatch } from './failed-batch';
import { type FailedObject, openQueue } from './queue';

const options = {
  stage: { type: 'string', value: 'name', does: 'stage whose failed changes are sent again' },
  region: { type: 'string', value: 'name', does: 'region of the stage; by default that of your credentials' },
  list: { type: 'boolean', does: 'print what has failed, and send nothing' },
} as const;

const countOf = (changes: number) => `${changes} ${changes === 1 ? 'change' : 'changes'}`;

/** Reads an object. Returns undefined for one that is gone. */
const readObject = async (s3: S3Client, { bucket: Bucket, key: Key }: FailedObject) => {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key }));
    return await Body?.transformToString();
  } catch (error) {
    if (Object(error).name === 'NoSuchKey') return undefined;
    throw error;
  }
};

/** Invokes the function of a batch. Returns the reason why it fails again, or undefined. */
const invoke = async (lambda: LambdaClient, { functionArn: FunctionName, event: Payload }: FailedBatch) => {
  try {
    const { FunctionError, Payload: reply } = await lambda.send(new InvokeCommand({ FunctionName, Payload }));
    if (FunctionError) return 'the function fails';
    const { batchItemFailures = [] } = Object(JSON.parse(reply?.transformToString() || 'null'));
    return batchItemFailures.length > 0 ? `the function refuses ${countOf(batchItemFailures.length)}` : undefined;
  } catch (error) {
    return messageOf(error);
  }
};

/** Takes the objects of all messages, each once, and the oldest first. */
const inOrder = (objects: readonly FailedObject[]) => {
  const byPlace = new Map(objects.map((each) => [`${each.bucket}/${each.key}`, each]));
  return [...byPlace].sort(([one, { at }], [other, { at: later }]) =>
    at === later ? one.localeCompare(other) : at.localeCompare(later),
  );
};

/** Makes a function that sends a batch again, and deletes its object. It returns the reason when the batch has to stay. */
const createSender = (s3: S3Client, lambda: LambdaClient) => {
  /** Items whose changes have failed again. Their later changes wait, so that each item keeps its order. */
  const waiting = new Set<string>();
  return async (batch: FailedBatch, { bucket, key }: FailedObject) => {
    const items = itemsOf(batch);
    const reason = items.some((item) => waiting.has(item))
      ? 'an earlier change of the same resource does'
      : await invoke(lambda, batch);
    if (reason) for (const item of items) waiting.add(item);
    else await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    return reason;
  };
};

/** `npm run resend`: sends the failed changes of a stage to their functions again. Returns 1 if some have to stay. */
export const runResend = defineCommand({ name: 'npm run resend', options }, async ({ stage, region, list }) => {
  if (!stage) throw new Error('--stage is missing; pass the name of a stage, such as --stage prod');
  const url = await readOutput(`${serviceName}-${stage}`, 'FailedChanges', region);
  if (!url)
    throw new Error(`The stage ${stage} keeps no failed changes; choose a protected one whose functions get changes`);
  const [queue, s3] = [openQueue(url, region), new S3Client(clientConfig(region))];
  const send = createSender(s3, new LambdaClient(clientConfig(region)));
  const messages = await queue.receiveAll();
  const done = new Set<string>();
  const objects = inOrder(messages.flatMap((message) => message.objects));
  const show = (text: string, lines: readonly string[] = []) => process.stdout.write(`${text}\n${lines.join('')}`);
  let sent = 0;
  const take = async (place: string, object: FailedObject) => {
    const text = await readObject(s3, object);
    if (text === undefined) return done.add(place);
    const batch = readBatch(text);
    if (!batch) return show(`s3://${place} holds no failed changes; look at it, and delete it`);
    const [name, lines] = [nameOf(batch), linesOf(batch)];
    if (list) return show(`${name} failed with ${countOf(lines.length)}, the last time at ${object.at}:`, lines);
    const reason = await send(batch, object);
    if (reason) return show(`${name} fails again, because ${reason}:`, lines);
    sent++;
    show(`${name} has got ${countOf(lines.length)}`);
    return done.add(place);
  };
  try {
    for (const [place, object] of objects) await take(place, object);
  } finally {
    for (const message of messages) {
      const isDone = message.objects.every(({ bucket, key }) => done.has(`${bucket}/${key}`));
      await (isDone && !message.isForeign ? queue.remove(message) : queue.giveBack(message));
    }
  }
  const foreign = messages.filter(({ isForeign }) => isForeign).length;
  if (foreign > 0) show(`messages of the queue that are not of S3: ${foreign}; take them out`);
  const left = objects.length - done.size + foreign;
  show(list ? `${left} left` : `${sent} sent again, ${left} left`);
  return list || left === 0 ? 0 : 1;
});
