import {
  folderOf,
  hasId,
  isList,
  methodOf,
  type Route,
  type ScopeSettings,
  scopesOf,
  takesBody,
  type Verb,
  verbOf,
  verbs,
} from '../../http/route';
import { pluralIn, wordOf } from '../../model/relation';
import { childrenOf, resourceOf } from '../../resources';
import { resources, routes } from '../../yours';
import { headerParameters } from './headers';
import { bodyExampleOf } from './resource';
import { type Operation, responsesOf, schemaNameOf } from './responses';
import { ref, schemaOf, schemaOfParameter } from './schemas';

/** Authentication of the stage. Without an issuer no route needs a token. */
export type Authentication = ScopeSettings & { readonly issuer?: string };

/** All operations, in the order of the document: the resources, and the service itself without `$default`. */
export const operations = [...resources, undefined].flatMap((resource): Operation[] =>
  Object.entries<Route>(routes)
    .filter(([, route]) => route.routeKey !== '$default' && resourceOf(route) === resource)
    .map(([name, route]) => ({ name, route, resource, verb: resource && verbOf(route) }))
    .sort((one, other) => verbs.indexOf(one.verb ?? 'get') - verbs.indexOf(other.verb ?? 'get')),
);

type Texts = readonly [summary: string, description: string];

/** Texts about the routes of the service itself. */
const siteTexts: Readonly<Record<string, Texts>> = {
  listRoutes: ['List the routes', 'A browser, which asks for `text/html` first, is sent to `/docs`.'],
  getDescription: ['Get this description', 'OpenAPI 3.1, for tools; it changes with a deployment only.'],
  getReference: ['Get the interactive reference', 'One page of HTML, for a browser.'],
};

const textsOf = ({ name, route, resource, verb }: Operation): Texts => {
  if (!resource || !verb) {
    const { summary, description } = resource?.others?.[name] ?? {};
    const texts = summary && description ? ([summary, description] as const) : siteTexts[name];
    const place = resource ? '`others` in docs.ts' : '`siteTexts` of kit/site, because no resource has this path';
    if (!texts) throw new Error(`The route ${route.routeKey} has no texts; add "${name}" to ${place}.`);
    return texts;
  }
  const [noun, plural] = [wordOf(resource.collection), pluralIn(resource.path)];
  const one = `${/^([aeio]|u(?!n[ai]|s))/.test(noun) ? 'an' : 'a'} ${noun}`;
  const texts: Record<Verb, Texts> = {
    list: [`List ${plural}`, 'Newest first, a page at a time.'],
    create: [`Create ${one}`, `The response has the new ${noun}.`],
    get: [`Get ${one}`, 'The response is never older than an acknowledged write.'],
    replace: [`Replace ${one}`, `Replaces all members. With \`If-None-Match: *\` creates ${one} under the id.`],
    update: [`Change ${one} in part`, 'A JSON Merge Patch (RFC 7396).'],
    remove: [`Delete ${one}`, 'A second deletion is a 404.'],
  };
  return [texts[verb][0], resource.prose?.[verb] ?? texts[verb][1]];
};

const TIME = 'a date, which means midnight UTC, or a time with an offset.';
const QUERY: Readonly<Record<string, string>> = {
  limit: 'The maximum number of resources on a page. A number above 100 counts as 100.',
  after: 'The id after which the page starts, in the chosen order. The resource need not exist any more.',
  order: '`desc` is newest first, `asc` is oldest first.',
  createdSince: `Only resources created at this time or later: ${TIME}`,
  createdBefore: `Only resources created before this time: ${TIME}`,
  id: 'Only the resources with these ids, in this order. Repeat the parameter for each id. Beside it `limit` and `order` change nothing, `expand` does, and others are a 400.',
};

/** Returns the text about a query parameter. A parameter of a route beside the six has its text in docs.ts. */
const parameterTextOf = ({ route, resource, verb }: Operation, name: string) => {
  const children = resource ? childrenOf(resource).map(({ path }) => pluralIn(path)) : [];
  if (verb === 'remove' && name === 'force') return `Whether to delete the ${children.join(' and the ')}, too.`;
  const ofList = isList(route) ? (QUERY[name] ?? `Only the resources with this ${name}.`) : undefined;
  const text = resource?.parameters?.[name] ?? ofList;
  if (!text) throw new Error(`No text describes ${name} of ${route.routeKey}; add it to \`parameters\` in docs.ts.`);
  return text;
};

const parameters = (operation: Operation) => {
  const { route, resource } = operation;
  // Names the last example, because no other resource depends on it, so that it can be deleted.
  const example = resource?.examples.stored.at(-1)?.id;
  const description = 'The id of the resource.';
  const inPath = { name: 'id', in: 'path', required: true, description, schema: ref('Id'), example };
  const inQuery = Object.entries(route.query ?? {}).map(([name, field]) => ({
    name,
    in: 'query',
    required: false,
    description: parameterTextOf(operation, name),
    schema: schemaOfParameter(field),
  }));
  return [...(hasId(route) ? [inPath] : []), ...inQuery, ...headerParameters(route)];
};

export const bodyNameOf = (operation: Operation) =>
  `${schemaNameOf(operation)}${{ replace: 'Replacement', update: 'Patch' }[String(operation.verb)] ?? 'Input'}`;

const requestBody = (operation: Operation) => {
  const { name, route, resource, verb } = operation;
  if (!route.body || !takesBody(route)) return {};
  const schema = verb ? ref(bodyNameOf(operation)) : schemaOf(route.body, {}, false);
  const value = resource && bodyExampleOf(resource, name, verb);
  if (!value) throw new Error(`${route.routeKey} has no \`request\`; add one to "${name}" in \`others\` of docs.ts.`);
  const json = { schema, examples: { example: { value } } };
  const patch = methodOf(route) === 'PATCH' && { 'application/merge-patch+json': json };
  return { requestBody: { required: true, content: { ...patch, 'application/json': json } } };
};

/** Describes a route of the route table as an OpenAPI operation. */
export const operationOf = (operation: Operation, authentication: Authentication) => {
  const { name, route, resource } = operation;
  const { issuer, ownership = false } = authentication;
  const scopes = issuer ? scopesOf(route, authentication) : [];
  const [summary, description] = textsOf(operation);
  const { since, successor, sunset } = route.deprecated ?? {};
  const until = since && `Deprecated since ${since}: use ${successor}${sunset ? ` before ${sunset}` : ''}.`;
  return {
    operationId: name,
    tags: [resource ? folderOf(resource.path) : 'service'],
    summary,
    description: until ? `${description} ${until}` : description,
    deprecated: route.deprecated && true,
    parameters: parameters(operation),
    ...requestBody(operation),
    responses: responsesOf(operation, scopes.length > 0, ownership),
    security: scopes.map((scope) => ({ token: [scope] })),
  };
};
