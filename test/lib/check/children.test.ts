import { nounOf } from '../../../functions/kit/entity';
import type { Fields } from '../../../functions/kit/model/field';
import { firstVersions, parentsOf } from '../../../functions/kit/resources';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';
import { circleErrors, expandErrors, parentErrors, sharedErrors } from '../../../lib/check/children';

test('callers give no child to a private parent of another owner', () => {
  const [parent = resources[0]] = firstVersions.flatMap(parentsOf);
  expect(sharedErrors({ resources: firstVersions, parentsOf })).toEqual([]);
  if (!parent) return;
  const relation = {
    attribute: 'byId',
    parent: nounOf(parent),
    isParentShared: true,
  } as const;
  const child = { ...parent, path: '/notes', input: { byId: { parent: relation } } } as Resource;
  const errorsOf = (isPrivate?: true) =>
    sharedErrors({ resources: [child], parentsOf: () => [{ ...parent, isPrivate }] });
  expect(errorsOf()).toEqual([]);
  expect(errorsOf(true)).toEqual([expect.stringContaining('The relation of "byId" of notes has isParentShared')]);
});

test('no resource belongs to itself, at once or through others', () => {
  const chain = ['/firsts', '/seconds', '/thirds'].map((path) => ({ path }) as Resource);
  /** Makes each resource a child of the one before, and the first one a child of another one. */
  const relationsTo = (last?: Resource) => ({
    resources: chain,
    parentsOf: (one: Resource) => [chain[chain.indexOf(one) - 1] ?? last].flatMap((each) => each ?? []),
  });
  const [first, , third] = chain;
  expect(circleErrors({ resources: firstVersions, parentsOf })).toEqual([]);
  expect(circleErrors(relationsTo())).toEqual([]);
  expect(circleErrors(relationsTo(first))).toEqual([expect.stringMatching(/^The firsts belong to themselves, /)]);
  expect(circleErrors(relationsTo(third))).toHaveLength(3);
});

test('every parent is a resource', () => {
  const resourceOf = (path: string, collection: string, input: Fields = {}) =>
    ({ path, collection, input }) as Resource;
  const club = resourceOf('/clubs', 'CLUB');
  const teamOf = (parent: Lowercase<string>) =>
    resourceOf('/teams', 'TEAM', { clubId: { parent: { attribute: 'clubId', parent } } });
  expect(parentErrors(resources)).toEqual([]);
  expect(parentErrors([club, teamOf('club')])).toEqual([]);
  expect(parentErrors([club, teamOf('clob')])).toEqual([
    'The relation of "clubId" of teams has the parent "clob", which no resource is; allowed: club, team.',
  ]);
});

test('expand adds each parent that it takes', () => {
  const listOf = (expand: string, more: object = {}) => ({
    listTeams: {
      routeKey: 'GET /teams' as const,
      query: { expand: { oneOf: [expand] } },
      expands: { club: {} },
      ...more,
    },
  });
  expect(expandErrors(routes)).toEqual([]);
  expect(expandErrors(listOf('club'))).toEqual([]);
  expect(expandErrors(listOf('clob', { entry: 'functions/teams/own.ts' }))).toEqual([]);
  expect(expandErrors(listOf('clob'))).toEqual([
    expect.stringMatching(/^GET \/teams takes expand=clob, and its `expands` has club: /),
  ]);
});
