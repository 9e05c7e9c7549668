import { folderOf } from '../../../../functions/kit/http/route';
import { takenValue } from '../../../../functions/kit/model/models';
import { wordOf } from '../../../../functions/kit/model/relation';
import { storedFields } from '../../../../functions/kit/resources';
import type { Resource } from '../../../../functions/kit/site/openapi/resource';
import { resources } from '../../../../functions/resources';
import { callers, ownerOf } from '../../../support/auth/owned';
import { declared } from '../../../support/declared';
import { hasKitHandlers } from '../../../support/kit-handlers';
import type { ExploredRequest, Scenario } from '../run';
import { actionRequests, stateRequests } from './changes';
import { type Family, familyOf, hot } from './family';
import { olderOwnedRequests, ownedRequests } from './owned';
import { changesBy, isVersionOf, laterChanges } from './versions';
import { walkRequests, walkSetup } from './walks';

const HOUR_MS = 3_600_000;

const isEmpty = (values: object) => Object.keys(values).length === 0;

const requestsOf = (family: Family): readonly ExploredRequest[] => {
  const { parents, linked, loose, moved, first, second, fresh, created, change, free, dropped, insert } = family;
  const anns = first.id;
  const toParents = parents && [
    insert(loose),
    hot(insert(linked)),
    fresh.create({ ...created, ...moved }),
    hot({ ...first.patch(moved), tag: anns }),
    second.patch(moved),
    parents.spare.patch(parents.change),
    hot(parents.spare.remove),
    parents.spare.removeByForce,
    { ...parents.first.removeByForce, tag: parents.first.id },
    parents.spare.get,
    ...parents.otherRemovals.map(hot),
    ...parents.alike.flatMap((values) => [insert(values), first.patch(values)]),
  ];
  const rivals = [hot(insert({ ...linked, ...first.taken })), hot(first.patch(free)), second.patch(free)];
  return [
    hot(insert(moved)),
    family.keyed,
    family.rekeyed,
    fresh.create({ ...created, ...loose }),
    first.replace(first.replacement),
    { ...first.replace(first.replacement), tag: anns },
    hot(first.patch(change)),
    first.patch(first.same),
    hot(first.remove),
    fresh.remove,
    { ...second.remove, tag: second.id },
    first.get,
    ...(toParents ?? []),
    ...(isEmpty(free) ? [] : rivals),
    ...[dropped, second.indexed].filter((values) => !isEmpty(values)).map(first.patch),
    ...first.lists,
  ];
};

/** Lists reads of several items. Each is more than one step, so no write meets them. */
const listsOf = ({ path, linked, first, second }: Family): readonly ExploredRequest[] => {
  const { expands = {} } = declared.find((one) => one.path === path) ?? {};
  const expand = Object.keys(expands).map((member) => `expand=${member}`);
  const byParent = Object.entries(linked).map(([name, id]) => `${name}=${id}`);
  return [
    ...[[`id=${second.id}`, `id=${first.id}`, ...expand].join('&'), ...expand, ...byParent].map((query) => ({
      line: `GET ${path}?${query}`,
    })),
    ...first.lists,
    ...second.lists,
  ];
};

const closingRequests = (family: Family, isClosed: boolean): readonly ExploredRequest[] => {
  const { parents, linked, second, fresh, created, insert } = family;
  if (!parents) return [];
  const answerOf = (answer: string) => (isClosed ? `409 ${wordOf(parents.noun)}-closing` : answer);
  return [
    { ...insert(linked), answer: answerOf('201') },
    { ...second.replace({ ...second.replacement, ...linked }), answer: answerOf('200') },
    { ...second.patch(linked), answer: answerOf('200') },
    { ...fresh.create({ ...created, ...linked }), answer: answerOf('201') },
    { ...parents.first.patch(parents.change), tag: parents.first.id, answer: '200' },
    { ...parents.first.removeByForce, answer: '204' },
  ];
};

/** Lists requests to a parent from before it could have children. */
const olderRequests = ({ parents, moved, first, insert }: Family): readonly ExploredRequest[] =>
  parents
    ? [
        insert(moved),
        first.patch(moved),
        parents.spare.patch(parents.change),
        parents.spare.remove,
        parents.spare.removeByForce,
      ]
    : [];

/** Makes the scenarios of a resource from its declaration and its examples, and from those of its parents in `all`. */
export const scenariosOf = (resource: Resource, all: readonly Resource[]): [name: string, scenario: Scenario][] => {
  const { path } = resource;
  const family = familyOf(resource, all);
  const { parents, first, fresh, created, loose, moved, change, insert, keyed, rekeyed, setup } = family;
  const reads = listsOf(family);
  const isFirst = all.find((one) => isVersionOf(one, resource))?.path === resource.path;
  const later = isFirst ? laterChanges(resource, all) : [];
  const requests = requestsOf(family);
  // An admin makes the resources, because only an admin creates under an old id.
  const owned = ({ body, ...request }: ExploredRequest) => ({
    ...request,
    claims: callers.admin,
    body: { ...body, owner: ownerOf('owner') },
  });
  const ownedSetup = setup.map(owned);
  const unique = storedFields(resource).find(({ field }) => field.unique && !field.isServerSet);
  const taken = unique && takenValue(unique).slice(0, 2).join(' ');
  const creation = fresh.create({ ...created, ...loose });
  const dying = { setup, dying: parents?.first.removeByForce, aheadMs: HOUR_MS / 60 };
  const used = { setup: [...setup, keyed], requests: [{ ...keyed, answer: '201 replayed' }] };
  const kinds: Readonly<Record<string, Scenario>> = {
    plain: { setup, requests },
    lists: { setup, requests: reads },
    'a freed value': { setup, requests: unique ? [insert({ ...moved, ...first.taken }), first.remove] : [] },
    'a freed id': { setup, requests: [creation, fresh.remove] },
    'an old ETag': { setup, requests: [{ ...first.patch(change), tag: first.id }, first.patch(family.apart)] },
    closing: { ...dying, requests: closingRequests(family, true) },
    'no longer closing': { ...dying, aheadMs: HOUR_MS / 10, requests: closingRequests(family, false) },
    'key used': { ...used, requests: [...used.requests, { ...rekeyed, answer: '422 idempotency-key-reused' }] },
    'key of 23 h 59 min': { ...used, aheadMs: 23.98 * HOUR_MS },
    'key expired': { ...used, aheadMs: 25 * HOUR_MS, requests: [{ ...keyed, answer: taken ?? '201' }] },
    'older parents': { setup, isOlder: true, requests: olderRequests(family) },
    'older owners': { setup: ownedSetup, ownership: true, isOlder: true, requests: olderOwnedRequests(family) },
    'clock behind': { setup, aheadMs: -HOUR_MS, requests: requests.filter(({ line }) => /^P\w+ \S+\/0/.test(line)) },
    states: { setup, requests: stateRequests(family, resource) },
    actions: { setup, requests: actionRequests(family) },
    versions: { setup, requests: later.length > 0 ? [...changesBy(resource, all), ...later] : [] },
    owned: { setup: ownedSetup, ownership: true, requests: ownedRequests(family, resource) },
    walks: { setup: walkSetup(family).map(owned), ownership: true, requests: walkRequests(family, resource) },
  };
  // A handler that does more than its verb may refuse by a rule of its own.
  const expect = ({ answer, ...request }: ExploredRequest) =>
    hasKitHandlers(resource) ? { ...request, answer } : request;
  return Object.entries(kinds)
    .filter(([, scenario]) => scenario.requests.length > 0)
    .map(([kind, one]) => [`${folderOf(path)} ${kind}`, { ...one, requests: one.requests.map(expect), reads }]);
};

export const scenarios: Readonly<Record<string, Scenario>> = Object.fromEntries(
  resources.flatMap((resource) => scenariosOf(resource, resources)),
);
