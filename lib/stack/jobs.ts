import { join } from 'node:path';
import { Construct } from 'constructs';
import type { Job } from '../../functions/kit/needs';
import { type FunctionProps, ServiceFunction } from './function';

export type JobsProps = FunctionProps & {
  /** Folder with a subfolder for each bundle. A subfolder has the name of its job. */
  readonly bundles: string;
  readonly jobs: Readonly<Record<string, Job>>;
};

/** Functions that are no routes. New code runs at once, also on a stage with canary deployments. */
export class Jobs extends Construct {
  readonly functions: readonly ServiceFunction[];

  constructor(scope: Construct, id: string, { bundles, jobs, ...props }: JobsProps) {
    super(scope, id);
    this.functions = Object.entries(jobs).map(
      ([name, needs]) =>
        new ServiceFunction(this, name, {
          ...props,
          needs,
          indexes: needs.indexes ?? [],
          bundle: join(bundles, name),
          label: name,
          entry: needs.entry,
          variables: needs.actions && props.settings.ownership ? { OWNERSHIP: 'true' } : {},
        }),
    );
  }
}

/** Returns a sentence for each job that has the name of a route, because the two would share a bundle. */
export const jobErrors = (jobs: JobsProps['jobs'], routes: object) =>
  Object.keys(jobs)
    .filter((name) => name in routes)
    .map((name) => `The job ${name} has the name of a route; rename the job.`);
