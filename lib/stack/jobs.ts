import { join } from 'node:path';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Job } from '../../functions/kit/needs';
import { createExecutionRoles } from './execution-roles';
import { ServiceFunction } from './function';
import type { SharedProps } from './handler';
import { logProps } from './settings';

export type JobsProps = SharedProps & {
  /** Folder with a subfolder for each bundle. A subfolder has the name of its job. */
  readonly bundles: string;
  readonly jobs: Readonly<Record<string, Job>>;
};

/**
 * Functions that are no routes. New code runs at once, also on a stage with canary deployments. They have a log group of their
 * own, so that a job that fails raises no alarm of the API, and rolls no deployment back.
 */
export class Jobs extends Construct {
  readonly functions: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, { bundles, jobs, table, settings, key }: JobsProps) {
    super(scope, id);
    this.functions = [];
    if (Object.keys(jobs).length === 0) return;
    const logGroup = new LogGroup(this, 'Log', logProps(settings, key));
    const roleOf = createExecutionRoles(new Construct(this, 'Roles'), { logGroup, settings });
    const props = { table, settings, logGroup, roleOf };
    this.functions = Object.entries(jobs).map(
      ([name, needs]) =>
        new ServiceFunction(this, name, {
          ...props,
          needs,
          indexes: needs.indexes ?? [],
          bundle: join(bundles, name),
          label: name,
          entry: needs.entry,
          variables: needs.actions && settings.ownership ? { OWNERSHIP: 'true' } : {},
        }),
    );
  }
}

/** Returns a sentence for each job that has the name of a route, because the two would share a bundle. */
export const jobErrors = (jobs: JobsProps['jobs'], routes: object) =>
  Object.keys(jobs)
    .filter((name) => name in routes)
    .map((name) => `The job ${name} has the name of a route; rename the job.`);
