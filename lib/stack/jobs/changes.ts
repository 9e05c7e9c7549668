import { Duration } from 'aws-cdk-lib';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { followedBy, type Job, type Needs, type Reaction } from '../../../functions/kit/needs';
import { firstVersions } from '../../../functions/kit/resources';
import type { Grant } from '../execution-roles';
import type { ServiceFunction } from '../function';
import type { Settings } from '../settings';
import { changesPattern } from './changes-pattern';
import type { FailedChanges } from './failed-changes';

type JobTable = Readonly<Record<string, Job | Reaction>>;

const isReaction = (job: Needs): job is Reaction => 'changesOf' in job;

/** Returns the functions that get changes, by their names. */
export const reactionsIn = (jobs: JobTable): readonly (readonly [name: string, Reaction])[] =>
  Object.entries(jobs).flatMap(([name, job]) => (isReaction(job) ? [[name, job] as const] : []));

/** Tells whether functions get changes on a stage. With `table`, they get these only from a stream that the stage names. */
export const hasReactions = (jobs: JobTable, { table, reactions }: Settings) =>
  reactionsIn(jobs).length > 0 && reactions !== 'off' && (table === undefined || reactions !== undefined);

/** Limits of a reaction, with their defaults. AWS allows larger batches, whose records have no room in 6 MB. */
const limits = {
  batchSize: { least: 1, most: 1_000, value: 100 },
  windowSeconds: { least: 0, most: 300, value: 1 },
  concurrency: { least: 1, most: 10, value: 1 },
  // A stream forgets its records after 24 hours.
  retryMinutes: { least: 1, most: 1_380, value: 15 },
} as const;

const limitOf = (reaction: Reaction, name: keyof typeof limits) => reaction[name] ?? limits[name].value;

/** Returns the time for which the changes of a reaction wait until a batch is full. */
export const windowSecondsOf = ({ needs }: ServiceFunction) =>
  isReaction(needs) ? limitOf(needs, 'windowSeconds') : 0;

/** Returns the permissions to read the stream of the table. */
export const streamGrants = (streamArn: string): readonly Grant[] => [
  {
    name: 'Changes',
    actions: ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`),
    resource: streamArn,
  },
];

type MappingProps = {
  readonly streamArn: string;
  /** Place of the changes that have failed for too long. Without it they are gone. */
  readonly failed: FailedChanges | undefined;
  readonly settings: Settings;
};

/** Lets a function get the changes that it names, from the stream of the table. */
export const addChanges = (to: ServiceFunction, reaction: Reaction, { streamArn, failed, settings }: MappingProps) =>
  new lambda.EventSourceMapping(to, 'Changes', {
    target: to.function,
    eventSourceArn: streamArn,
    // The latest position would lose what is written while Lambda makes the mapping, which takes minutes.
    startingPosition: lambda.StartingPosition.TRIM_HORIZON,
    // A closed stage runs no function. Its changes wait in the stream.
    enabled: !settings.closed,
    filters: [
      lambda.FilterCriteria.filter(changesPattern(...followedBy(reaction).map(({ collection }) => collection))),
    ],
    batchSize: limitOf(reaction, 'batchSize'),
    maxBatchingWindow: Duration.seconds(limitOf(reaction, 'windowSeconds')),
    parallelizationFactor: limitOf(reaction, 'concurrency'),
    maxRecordAge: Duration.minutes(limitOf(reaction, 'retryMinutes')),
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    ...(failed && { onFailure: { bind: () => ({ destination: failed.bucket.bucketArn }) } }),
  });

/** Maximum number of functions that read a shard of a stream at once, as DynamoDB's guide says (Streams.html). */
const MAX_READERS = 2;

/** Returns a sentence for each mistake of the functions that get changes. */
export const reactionErrors = (jobs: JobTable, { reactions: given }: Settings) => {
  const all = reactionsIn(jobs);
  const wrong = all.flatMap(([name, reaction]) => [
    ...Object.entries(limits).flatMap(([limit, { least, most }]) => {
      const value = limitOf(reaction, limit as keyof typeof limits);
      if (Number.isInteger(value) && value >= least && value <= most) return [];
      return [`"${limit}" of ${name} is ${value}; allowed: a whole number from ${least} to ${most}.`];
    }),
    ...followedBy(reaction).flatMap(({ path }) =>
      firstVersions.some((resource) => resource.path === path)
        ? []
        : [`"changesOf" of ${name} has ${path}; give it the entity in the store.ts of a first version.`],
    ),
  ]);
  const names = all.map(([name]) => name).join(', ');
  const many = `${all.length} functions get changes (${names}), and a stream serves ${MAX_READERS} at once; give one of them several resources, by handleAllChanges.`;
  return all.length > MAX_READERS && given !== 'off' ? [...wrong, many] : wrong;
};

/**
 * Returns warnings: for more functions than AWS recommends beside the copies of a table, which read the stream, too, and for a
 * restored table whose stream nobody names.
 */
export const reactionWarnings = (jobs: JobTable, settings: Settings) => {
  const names = reactionsIn(jobs).map(([name]) => name);
  const { replicas, table, reactions } = settings;
  return [
    ...(replicas && hasReactions(jobs, settings) && names.length > 1
      ? [
          'Two functions get changes, and AWS recommends one with "replicas", because DynamoDB may throttle their reads: changes then come later. Give one function all resources, by handleAllChanges.',
        ]
      : []),
    ...(table && reactions === undefined && names.length > 0
      ? [
          `No function gets changes (${names.join(', ')}), because no setting names the stream of ${table}; name it in "reactions", or say off.`,
        ]
      : []),
  ];
};
