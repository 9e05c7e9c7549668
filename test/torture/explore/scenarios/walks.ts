import type { Resource } from '../../../../functions/kit/site/openapi/resource';
import { callers, ownerOf } from '../../../support/auth/owned';
import { brokenEntries, itemsIn, type StoredItems } from '../../../support/dynamodb/invariants';
import { compare, expectedList, type ListParameters, type Shown } from '../../../support/expected-list';
import type { ExploredRequest, Run, Slot } from '../run';
import { itemsOf } from '../table';
import type { Family } from './family';

const { owner, admin } = callers;

/** Returns a value of a field that moves the first resource behind the second one, or before it. */
const movedValue = (name: string, first: Shown, { examples }: Resource) => {
  const { stored, create, replace, update } = examples;
  const all = [...stored, create.request, replace.request, update.request].map((body) => Reflect.get(body, name));
  const [last, ...others] = all.filter((value) => value !== undefined).sort((one, other) => compare(other, one));
  return compare(last, first[name]) > 0 ? last : others.find((value) => compare(value, first[name]) < 0);
};

/** Lists the requests of the setup. Both resources belong to the first parent, so that its list has two. */
export const walkSetup = ({ setup, second, linked }: Family): readonly ExploredRequest[] => [
  ...setup.slice(0, -1),
  second.create({ ...second.body, ...linked }),
];

/**
 * Lists walks through the pages of lists that are sorted, and of those of one's own. Lists the writes that move a resource in
 * these: to another value, to another owner, into the list and out of it.
 */
export const walkRequests = (family: Family, resource: Resource): readonly ExploredRequest[] => {
  const { path, first, linked, insert } = family;
  const sorted = [...resource.members.values()].filter(({ field }) => field.sorted);
  const walk = (claims: typeof owner | typeof admin, parameters: ListParameters): ExploredRequest => ({
    line: `GET ${path}?${new URLSearchParams({ ...parameters, limit: '1' })}`,
    claims,
    answer: '200',
    walked: resource,
  });
  const own: ListParameters = resource.isPrivate ? {} : { owner: 'me' };
  const body: Shown = first.body;
  const moves = sorted.flatMap(({ name }) => {
    const value = name in resource.input ? movedValue(name, body, resource) : undefined;
    return value === undefined ? [] : [{ ...first.patch({ [name]: value }), claims: owner }];
  });
  const walks = sorted.flatMap(({ name: sort, field: { sorted: { within = [], isWhole = false } = {} } }) => [
    ...(isWhole ? [walk(owner, { ...own, sort, order: 'asc' }), walk(admin, { sort })] : []),
    ...within
      .filter((word) => body[word] !== undefined)
      .flatMap((word) => ['asc', 'desc'].map((order) => walk(admin, { [word]: `${body[word]}`, sort, order }))),
  ]);
  return [
    ...walks,
    ...['asc', 'desc'].map((order) => walk(owner, { ...own, order })),
    ...moves,
    { ...first.patch({ owner: ownerOf('stranger') }), claims: admin },
    { ...insert(linked), claims: owner },
    { ...first.remove, claims: owner },
  ];
};

/** Returns the items of a resource as their GETs show them, but for the time of their creation. */
const shownIn = ({ collection, members }: Resource, items: StoredItems) =>
  itemsIn(items, collection).map((item): Shown => {
    const values = [...members].map(([name, { attribute }]) => [name, item[attribute]]);
    return { ...Object.fromEntries(values), id: item.sk, owner: item.owner };
  });

/**
 * Returns what is wrong with the pages that a request has walked: a resource is missing or there twice although its value stayed,
 * stands at the wrong place, or is shown as it never was in this list.
 */
export const problemOfWalk = ({ request, steps, response }: Slot, { tables }: Run): string | undefined => {
  const { walked: resource, line, claims } = request;
  if (!resource || response?.status !== 200) return undefined;
  const asked = Object.fromEntries(new URLSearchParams(line.split('?')[1]));
  const isOwn = asked.owner || (resource.isPrivate && claims !== admin);
  const parameters: ListParameters = { ...asked, ...(isOwn && { owner: `${ownerOf('owner')}` }) };
  const listOf = (all: readonly Shown[]) => expectedList(resource.model, all, parameters);
  const textOf = ({ id, updatedAt, [asked.sort ?? 'id']: value }: Shown) => JSON.stringify([id, updatedAt, value]);
  const placeOf = ({ id, [asked.sort ?? 'id']: value }: Shown) => JSON.stringify([id, value]);
  // Between its first call and its last one, the request has met these tables.
  const met = [...new Set(tables.slice(steps[0], (steps.at(-1) ?? 0) + 1))].map(itemsOf);
  const lists = met.map((items) => listOf(shownIn(resource, items)));
  const found = response.body as readonly Shown[];
  const places = found.map(placeOf);
  const known = lists.flat().map(textOf);
  const never = found.find((shown) => !known.includes(textOf(shown)));
  if (never) return `${line} shows ${JSON.stringify(never)}, which was never in this list`;
  if (new Set(places).size < places.length || listOf(found).map(placeOf).join() !== places.join())
    return `${line} shows ${places}, which is twice or in the wrong order`;
  // A list leaves out what older code has written without its entry.
  const stale = met.flatMap(brokenEntries).join();
  const [steady = [], ...later] = lists.map((list) => list.filter(({ id }) => !stale.includes(`${id}`)).map(placeOf));
  const missing = steady.find((place) => later.every((list) => list.includes(place)) && !places.includes(place));
  return missing && `${line} shows ${places} without ${missing}, which was there all the time`;
};
