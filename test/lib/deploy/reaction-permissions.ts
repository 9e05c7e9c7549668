import { type AwsRequest, isNew, isTagged, on, service } from './iam';

const here = 'eu-west-1:123456789012';
const name = `${service}-prod-Id1A2B3C4D-E5F6`;
const FUNCTION = { 'lambda:FunctionArn': `arn:aws:lambda:${here}:function:${name}` };
const queue = `sqs:${here}:${name}`;
const mapping = `lambda:${here}:event-source-mapping:1a2b`;
// The name of a bucket has small letters.
const bucket = `s3:::${service.toLowerCase().slice(0, 20)}-jobsfailedbucket2768c1f8-e5f6`;

/** Requests as in permissions.ts, by the types that only a protected stage has whose functions get changes. */
export const reactionRequests: Readonly<Record<string, readonly AwsRequest[]>> = {
  'Lambda::EventSourceMapping': [
    ...on('', 'lambda:CreateEventSourceMapping', FUNCTION),
    ...on(mapping, 'lambda:DeleteEventSourceMapping GetEventSourceMapping UpdateEventSourceMapping', FUNCTION),
    ...on(mapping, 'lambda:TagResource', isNew),
    ...on(mapping, 'lambda:ListTags TagResource UntagResource', isTagged),
  ],
  // The schema names more for properties that the bucket does not have.
  'S3::Bucket': [
    ...on(bucket, 's3:CreateBucket DeleteBucket ListBucket PutBucketNotification PutBucketPublicAccessBlock'),
    ...on(bucket, 's3:PutBucketTagging PutEncryptionConfiguration PutLifecycleConfiguration'),
    ...on(bucket, 's3:GetBucketNotification GetBucketPublicAccessBlock GetBucketTagging GetEncryptionConfiguration'),
    ...on(bucket, 's3:GetLifecycleConfiguration ListTagsForResource TagResource UntagResource'),
  ],
  'S3::BucketPolicy': on(bucket, 's3:DeleteBucketPolicy GetBucketPolicy PutBucketPolicy'),
  'SQS::Queue': [
    ...on(queue, 'sqs:CreateQueue DeleteQueue GetQueueAttributes GetQueueUrl ListQueueTags SetQueueAttributes'),
    ...on(queue, 'sqs:TagQueue UntagQueue'),
  ],
  'SQS::QueuePolicy': on(queue, 'sqs:GetQueueAttributes SetQueueAttributes'),
};

export const typesOfReactions = Object.keys(reactionRequests);
