import {
  folderOf,
  hasId,
  isList,
  methodOf,
  type Route,
  type ScopeSettings,
  scopesOf,
  takesBody,
  verbOf,
  verbs,
} from '../../http/route';
import { resourceOf } from '../../resources';
import { resources, routes } from '../../yours';
import { headerParameters } from './headers';
import { bodyExampleOf } from './resource';
import { type Operation, responsesOf, schemaNameOf } from './responses';
import { ref, schemaOf, schemaOfParameter } from './schemas';
import { parameterTextOf, textsOf } from './texts';

/** Authentication of the stage. Without an issuer no route needs a token. */
export type Authentication = ScopeSettings & { readonly issuer?: string; readonly ownerClaim?: string };

/** All operations, in the order of the document: the resources, and the service itself without `$default`. */
export const operations = [...resources, undefined].flatMap((resource): Operation[] =>
  Object.entries<Route>(routes)
    .filter(([, route]) => route.routeKey !== '$default' && resourceOf(route) === resource)
    .map(([name, route]) => ({ name, route, resource, verb: resource && verbOf(route) }))
    .sort((one, other) => verbs.indexOf(one.verb ?? 'get') - verbs.indexOf(other.verb ?? 'get')),
);

const parameters = (operation: Operation, ownership: boolean) => {
  const { route, resource } = operation;
  // Names the last example, because no other resource depends on it, so that it can be deleted.
  const example = resource?.examples.stored.at(-1)?.id;
  const description = 'The id of the resource.';
  const inPath = { name: 'id', in: 'path', required: true, description, schema: ref('Id'), example };
  const query = Object.entries(route.query ?? {}).filter(([name]) => ownership || !isList(route) || name !== 'owner');
  const inQuery = query.map(([name, field]) => ({
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
  const [summary, description] = textsOf(operation, ownership);
  const { since, successor, sunset } = route.deprecated ?? {};
  const until = since && `Deprecated since ${since}: use ${successor}${sunset ? ` before ${sunset}` : ''}.`;
  return {
    operationId: name,
    tags: [resource ? folderOf(resource.path) : 'service'],
    summary,
    description: until ? `${description} ${until}` : description,
    deprecated: route.deprecated && true,
    parameters: parameters(operation, ownership),
    ...requestBody(operation),
    responses: responsesOf(operation, scopes.length > 0, ownership),
    security: scopes.map((scope) => ({ token: [scope] })),
  };
};
