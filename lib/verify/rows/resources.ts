import { nounOf } from '../../../functions/kit/entity';
import { collectionPathOf, folderOf, type Route, verbOf } from '../../../functions/kit/http/route';
import { pluralIn, wordOf } from '../../../functions/kit/model/relation';
import { parentsOf, relationsOf } from '../../../functions/kit/resources';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { validBody } from '../../models/valid-body';

export const json = JSON.stringify;

/** Returns the name of a parent in the rows. No other name in the rows has upper-case letters. */
export const nameInRows = (noun: string) => noun.toUpperCase();

/** Makes a body from an example. A unique text is new in each run, and a parent is one that the rows have created. */
export const bodyFrom = (resource: Resource, verb: 'create' | 'replace' | 'update', mark: string) =>
  validBody(resource, {
    example: resource.examples[verb].request,
    parents: (noun) => `{${nameInRows(noun)}.id}`,
    unique: (value) => `${mark}{run}${value}`,
  });

/** Makes the rows that create the parents of a resource, each once and after its own parents. */
const createParents = (resource: Resource): string => {
  const rows = parentsOf(resource).flatMap((parent) => {
    const body = bodyFrom(parent, 'create', 'parent-');
    const row = `${nameInRows(nounOf(parent))} = POST ${parent.path} | ${json(body)} | 201`;
    return [...createParents(parent).split('\n'), row];
  });
  return [...new Set(rows)].join('\n');
};

/** Returns the routes of a resource, with their names. */
export const routesOf = ({ path }: Resource) =>
  Object.entries<Route>(routes).filter(([, route]) => collectionPathOf(route) === path);

const listOf = (resource: Resource) => routesOf(resource).find(([, route]) => verbOf(route) === 'list')?.[1];

const writableIn = ({ input }: Resource) => Object.keys(input).filter((name) => !input[name]?.isServerSet);

/** View of each resource, for the rows and the tests about all of them. A body can be sent after the rows in `parents`. */
export const views = resources.map((resource) => ({
  ...resource,
  /** Names of the fields that clients write. */
  writable: writableIn(resource),
  noun: nounOf(resource),
  /** The noun in codes and sentences. */
  word: wordOf(resource.collection),
  /** Name in a promise, which tells versions apart. */
  label: folderOf(resource.path),
  plural: pluralIn(resource.path),
  relations: relationsOf(resource),
  deprecated: listOf(resource)?.deprecated,
  /** `Link` of an answer that links nothing itself. */
  noLink: listOf(resource)?.deprecated ? '/^<[^,]*>; rel="successor-version"$/' : 'null',
  expands: listOf(resource)?.expands,
  member: writableIn(resource)[0] ?? '',
  parents: createParents(resource),
  created: bodyFrom(resource, 'create', 'a'),
  replaced: bodyFrom(resource, 'replace', 'b'),
  changed: bodyFrom(resource, 'update', 'c'),
}));

export type View = (typeof views)[number];
