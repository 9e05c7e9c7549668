import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { collectionPathOf, folderOf, type Route, verbOf } from '../../functions/kit/http/route';
import type { Job } from '../../functions/kit/needs';
import { root } from '../root';

/** Tells whether a function serves a route. */
export const isRoute = (declared: Route | Job): declared is Route => 'routeKey' in declared;

/**
 * Returns the file of a handler, and the name of its export. A route or job with `entry` has `handler` in that file. A route with a
 * file of its verb, such as `functions/orders/create.ts`, has `handler` there. Every other route has an export of its own name in
 * `handlers.ts`.
 */
export const handlerSourceOf = (name: string, declared: Route | Job) => {
  if (declared.entry || !isRoute(declared)) return { file: declared.entry ?? '', exported: 'handler' };
  const folder = `functions/${folderOf(collectionPathOf(declared))}`;
  const ofVerb = `${folder}/${verbOf(declared)}.ts`;
  if (existsSync(join(root, ofVerb))) return { file: ofVerb, exported: 'handler' };
  return { file: `${folder}/handlers.ts`, exported: name };
};
