import { join } from 'node:path';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Job, Reaction } from '../../../functions/kit/needs';
import { createExecutionRoles } from '../execution-roles';
import { ServiceFunction } from '../function';
import type { SharedProps } from '../handler';
import { isProtected, logProps } from '../settings';
import { addChanges, reactionsIn, streamGrants } from './changes';
import { FailedChanges } from './failed-changes';

export type JobsProps = SharedProps & {
  /** Folder with a subfolder for each bundle. A subfolder has the name of its job. */
  readonly bundles: string;
  readonly jobs: Readonly<Record<string, Job | Reaction>>;
  /** Stream of the table. Without it, no function gets changes. */
  readonly streamArn?: string | undefined;
};

/**
 * Functions that are no routes. New code runs at once, also on a stage with canary deployments. They have a log group of their
 * own, so that a job that fails raises no alarm of the API, and rolls no deployment back.
 */
export class Jobs extends Construct {
  readonly functions: readonly ServiceFunction[];
  /** Functions that get changes. */
  readonly reactions: readonly ServiceFunction[];
  /** Changes that have failed for too long. Only a protected stage keeps them, because a bucket with objects outlives its stack. */
  readonly failed: FailedChanges | undefined;

  constructor(scope: Construct, id: string, { bundles, jobs, streamArn, ...shared }: JobsProps) {
    super(scope, id);
    const { settings, key } = shared;
    this.functions = [];
    this.reactions = [];
    if (Object.keys(jobs).length === 0) return;
    const logGroup = new LogGroup(this, 'Log', logProps(settings, key));
    const roleOf = createExecutionRoles(new Construct(this, 'Roles'), { logGroup, settings });
    const following = streamArn === undefined ? new Map() : new Map(reactionsIn(jobs));
    // Keeps what has failed before reactions were turned off.
    const isKept = streamArn !== undefined || settings.reactions === 'off';
    if (isKept && isProtected(settings) && reactionsIn(jobs).length > 0)
      this.failed = new FailedChanges(this, 'Failed', shared);
    const more = streamArn === undefined ? [] : [...streamGrants(streamArn), ...(this.failed?.grants ?? [])];
    this.functions = Object.entries(jobs).map(
      ([name, needs]) =>
        new ServiceFunction(this, name, {
          ...shared,
          logGroup,
          roleOf,
          needs,
          indexes: needs.indexes ?? [],
          more: following.has(name) ? more : [],
          bundle: join(bundles, name),
          label: name,
          entry: needs.entry,
          variables: settings.ownership && (needs.actions || 'changesOf' in needs) ? { OWNERSHIP: 'true' } : {},
        }),
    );
    if (streamArn === undefined) return;
    this.reactions = this.functions.filter(({ node }) => following.has(node.id));
    for (const each of this.reactions)
      addChanges(each, following.get(each.node.id), { streamArn, failed: this.failed, settings });
  }
}

/** Returns a sentence for each job that has the name of a route, because the two would share a bundle. */
export const jobErrors = (jobs: JobsProps['jobs'], routes: object) =>
  Object.keys(jobs)
    .filter((name) => name in routes)
    .map((name) => `The job ${name} has the name of a route; rename the job.`);
