import * as serviceJobs from '../../functions/jobs';
import { type Route, verbOf } from '../../functions/kit/http/route';
import { followedBy, type Job, type Reaction } from '../../functions/kit/needs';
import { resourceOf } from '../../functions/kit/resources';
import * as serviceRoutes from '../../functions/routes';
import { memoryMb } from '../stack/function';

/** Function that gets changes, with the names of the routes that make these. */
export type BilledReaction = {
  readonly name: string;
  readonly routes: readonly string[];
  readonly memoryMb: number;
};

/** Time of an invocation. A reaction usually calls another service, and waits for it. */
export const REACTION_MS = 100;

/** Returns the functions that get changes, and the routes that write the resources of each, in any version. */
export const reactionsOf = (
  jobs: Readonly<Record<string, Job | Reaction>> = serviceJobs,
  routes: Readonly<Record<string, Route>> = serviceRoutes,
): readonly BilledReaction[] =>
  Object.entries(jobs).flatMap(([name, job]) => {
    const followed = followedBy(job).map(({ collection }) => collection);
    if (followed.length === 0) return [];
    const writing = Object.entries(routes).filter(([, route]) => {
      const [resource, verb = 'get'] = [resourceOf(route), verbOf(route)];
      return resource && followed.includes(resource.collection) && verb !== 'list' && verb !== 'get';
    });
    return [{ name, routes: writing.map(([route]) => route), memoryMb: job.memoryMb ?? memoryMb }];
  });
