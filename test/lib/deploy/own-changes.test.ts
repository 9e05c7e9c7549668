import { ownChanges } from '../../../lib/deploy/own-changes';
import { templateWith } from './templates';

type Resources = Readonly<
  Record<
    string,
    { readonly Type: string; readonly Properties?: Readonly<Record<string, unknown>>; readonly DeletionPolicy?: string }
  >
>;

const stageOf = (Resources: Resources) => ({ ...templateWith({ Own: Object.keys(Resources) }), Resources });
const queue = { Type: 'AWS::SQS::Queue', Properties: { QueueName: 'orders' } };
const bucket = { Type: 'AWS::S3::Bucket', DeletionPolicy: 'Retain' };

test.each<[was: Resources, is: Resources, sentences: readonly string[]]>([
  [{}, { Orders: queue }, []],
  [{ Orders: queue }, { Orders: { ...queue, Properties: { ...queue.Properties, DelaySeconds: 1 } } }, []],
  [
    { Orders: queue },
    { Orders: { ...queue, Properties: { QueueName: 'other' } } },
    ['This deployment replaces Orders, your AWS::SQS::Queue: the new one begins empty.'],
  ],
  [{ Orders: queue }, {}, ['This deployment deletes Orders, your AWS::SQS::Queue, with what it holds.']],
  [
    { Images: bucket },
    {},
    ['This deployment lets go of Images, your AWS::S3::Bucket: it stays in the account, and no stack knows it.'],
  ],
])('names what a deployment does to own resources: %j -> %j', async (was, is, sentences) => {
  expect(await ownChanges(stageOf(was), stageOf(is))).toEqual(sentences);
});
