import { isList, type Route, type Verb } from '../../http/route';
import type { Field } from '../../model/field';
import { pluralIn, wordOf } from '../../model/relation';
import { childrenOf } from '../../resources';
import type { Operation } from './resource';

type Texts = readonly [summary: string, description: string];

/** Texts about the routes of the service itself. */
const siteTexts: Readonly<Record<string, Texts>> = {
  listRoutes: ['List the routes', 'A browser, which asks for `text/html` first, is sent to `/docs`.'],
  getDescription: ['Get this description', 'OpenAPI 3.1, for tools; it changes with a deployment only.'],
  getReference: ['Get the interactive reference', 'One page of HTML, for a browser.'],
};

/** Returns the fields of a list that sort it. */
const sortedIn = ({ response = {} }: Route) =>
  Object.entries(response).flatMap(([name, { sorted }]) => (sorted ? [[name, sorted] as const] : []));

/** Returns what a list shows to whom. Its parameters find resources in this order, and those behind the first leave some out. */
const listText = ({ route, resource }: Operation, ownership: boolean) => {
  const { query = {} } = route;
  const fields = Object.entries(query);
  const namesOf = (isMeant: (field: Field) => unknown) =>
    fields.flatMap(([name, field]) => (isMeant(field) ? name : []));
  const within = new Set(sortedIn(route).flatMap(([, sorting]) => sorting.within));
  const names = [
    ...namesOf(({ unique }) => unique),
    ...(query.sort ? [['sort', ...(within.size > 0 ? [[...within].join(' or ')] : [])].join(' with ')] : []),
    ...namesOf(({ parent }) => parent),
    ...(ownership ? ['owner'] : []),
    ...namesOf(({ isIndexed }) => isIndexed),
  ];
  const found = namesOf(({ parent }) => parent).length > 0 ? ', by `owner` or by a parent that they own,' : '';
  const own = ownership && resource?.isPrivate ? ` Callers get what they own${found} and admins get all.` : '';
  const several =
    names.length > 1
      ? ` Of ${names.join(', ')}, the first one that is sent finds resources, and the others leave some out: then a page can be short, and \`Link\` goes on.`
      : '';
  return `${resource?.prose?.list ?? 'Newest first, a page at a time.'}${own}${several}`;
};

export const textsOf = (operation: Operation, ownership: boolean): Texts => {
  const { name, route, described, resource, verb } = operation;
  if (!resource || !verb) {
    const { summary, description } = described?.others?.[name] ?? {};
    const texts = summary && description ? ([summary, description] as const) : siteTexts[name];
    const place = resource ? '`others` in docs.ts' : '`others` of a group in functions/resources.ts';
    if (!texts) throw new Error(`The route ${route.routeKey} has no texts; add "${name}" to ${place}.`);
    return texts;
  }
  const [noun, plural] = [wordOf(resource.collection), pluralIn(resource.path)];
  const one = `${/^([aeio]|u(?!n[ai]|s))/.test(noun) ? 'an' : 'a'} ${noun}`;
  const texts: Record<Verb, Texts> = {
    list: [`List ${plural}`, listText(operation, ownership)],
    create: [`Create ${one}`, `The response has the new ${noun}.`],
    get: [`Get ${one}`, 'The response is never older than an acknowledged write.'],
    replace: [`Replace ${one}`, `Replaces all members. With \`If-None-Match: *\` creates ${one} under the id.`],
    update: [`Change ${one} in part`, 'A JSON Merge Patch (RFC 7396).'],
    remove: [`Delete ${one}`, 'A second deletion is a 404.'],
  };
  const [summary, description] = texts[verb];
  return [summary, (verb !== 'list' && resource.prose?.[verb]) || description];
};

const TIME = 'a date, which means midnight UTC, or a time with an offset.';
const QUERY: Readonly<Record<string, string>> = {
  limit: 'The maximum number of resources on a page. A number above 100 counts as 100.',
  after: 'The id after which the page starts, in the chosen order. The resource need not exist any more.',
  order: '`desc` is newest first, and `asc` is oldest first.',
  createdSince: `Only resources created at this time or later: ${TIME}`,
  createdBefore: `Only resources created before this time: ${TIME}`,
  owner:
    'Only the resources of this owner; `me` is the owner of what the caller creates. Of private resources others find nothing.',
  id: 'Only the resources with these ids, in this order. Repeat the parameter for each id. Beside it `limit` and `order` change nothing, and parameters other than `expand` are a 400.',
};

/** Texts about the parameters of a list that can be sorted. */
const SORTED_QUERY: Readonly<Record<string, string>> = {
  after:
    'The id after which the page starts, in the chosen order; in a sorted list together with `afterValue`. The resource need not exist any more.',
  order: '`desc` is newest first, or in a sorted list the greatest value first; `asc` is the other way round.',
  afterValue: 'Where the page of a sorted list starts, together with `after`; take both from the `Link` header.',
};

/** Returns the text about the order of a list. */
const sortTextOf = (route: Route) => {
  const parts = sortedIn(route).filter(([, { isWhole }]) => !isWhole);
  const others = parts.map(([name, { within }]) => ` \`${name}\` and its bounds go with ${within.join(' or ')}.`);
  return `The field whose values sort the list, the greatest first unless \`order\` is \`asc\`. Equal values come in the order of ids, which \`desc\` turns round, too. Without it, the first field in this list that has a bound sorts. Resources without a value are left out.${others.join('')}`;
};

/** Texts about the bounds of a sorted field, by the end of their names. */
const BOUNDS: Readonly<Record<string, (field: string) => string>> = {
  Min: (field) => `Only resources whose ${field} is this or more.`,
  Max: (field) => `Only resources whose ${field} is this or less.`,
  Since: (field) => `Only resources whose ${field} is this time or later: ${TIME}`,
  Before: (field) => `Only resources whose ${field} is before this time: ${TIME}`,
  Prefix: (field) => `Only resources whose ${field} begins so, in upper or lower case; \`e\` is not \`é\`.`,
};

/** Texts about the bounds of a sorted date. */
const DAYS: typeof BOUNDS = {
  Since: (field) => `Only resources whose ${field} is this day or later.`,
  Before: (field) => `Only resources whose ${field} is before this day.`,
};

/** Returns the text about a parameter that is a bound of a sorted field, such as `priceMin`. */
const boundTextOf = ({ response = {}, query = {} }: Route, name: string) => {
  const [, field = '', end = ''] = /^(.+)(Min|Max|Since|Before|Prefix)$/.exec(name) ?? [];
  // An indexed field can have such a name, too.
  if (!response[field]?.sorted || response[name]) return undefined;
  return (query[name]?.format === 'date' ? DAYS : BOUNDS)[end]?.(field);
};

/** Returns the text about a query parameter. A parameter of a route beside the six has its text in docs.ts. */
export const parameterTextOf = ({ route, described, resource, verb }: Operation, name: string) => {
  const children = resource ? childrenOf(resource).map(({ path }) => pluralIn(path)) : [];
  if (verb === 'remove' && name === 'force') return `Whether to delete the ${children.join(' and the ')}, too.`;
  const ofSorted = route.query?.sort && (name === 'sort' ? sortTextOf(route) : SORTED_QUERY[name]);
  const ofList = isList(route)
    ? (ofSorted ?? QUERY[name] ?? boundTextOf(route, name) ?? `Only the resources with this ${name}.`)
    : undefined;
  const text = described?.parameters?.[name] ?? ofList;
  if (!text) throw new Error(`No text describes ${name} of ${route.routeKey}; add it to \`parameters\` in docs.ts.`);
  return text;
};
