import { MAX_BODY_BYTES } from '../../http/body-size';
import {
  folderOf,
  isList,
  methodOf,
  pathOf,
  type Route,
  type ScopeSettings,
  scopesOf,
  takesBody,
  verbOf,
  verbs,
} from '../../http/route';
import { groupOf, resourceOf } from '../../resources';
import { groups, resources, routes } from '../../yours';
import { headerParameters } from './headers';
import { bodyExampleOf, type Operation } from './resource';
import { anyContent, responsesOf, schemaNameOf } from './responses';
import { ref, schemaOf, schemaOfParameter } from './schemas';
import { parameterTextOf, textsOf } from './texts';

/** Authentication of the stage. Without an issuer no route needs a token. */
export type Authentication = ScopeSettings & { readonly issuer?: string; readonly ownerClaim?: string };

/** All operations, in the order of the document: the resources, the groups, and the service itself without `$default`. */
export const operations = [...resources, ...groups, undefined].flatMap((described): Operation[] =>
  Object.entries<Route>(routes)
    .filter(([name, route]) => route.routeKey !== '$default' && (resourceOf(route) ?? groupOf(name)) === described)
    .map(([name, route]) => {
      const resource = resourceOf(route);
      return { name, route, described, resource, verb: resource && verbOf(route) };
    })
    .sort((one, other) => verbs.indexOf(one.verb ?? 'get') - verbs.indexOf(other.verb ?? 'get')),
);

const parameters = (operation: Operation, ownership: boolean) => {
  const { route, resource } = operation;
  // Names the last example, because no other resource depends on it, so that it can be deleted.
  const example = resource?.examples.stored.at(-1)?.id;
  const description = 'The id of the resource.';
  const inPath = [...pathOf(route).matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const one = { name, in: 'path', required: true };
    if (name === 'id') return { ...one, description, schema: ref('Id'), example };
    return { ...one, description: parameterTextOf(operation, name), schema: schemaOfParameter({}) };
  });
  const query = Object.entries(route.query ?? {}).filter(([name]) => ownership || !isList(route) || name !== 'owner');
  const inQuery = query.map(([name, field]) => ({
    name,
    in: 'query',
    required: field.isOptional !== true && field.default === undefined,
    description: parameterTextOf(operation, name),
    schema: schemaOfParameter(field),
  }));
  return [...inPath, ...inQuery, ...headerParameters(operation)];
};

export const bodyNameOf = (operation: Operation) =>
  `${schemaNameOf(operation)}${{ replace: 'Replacement', update: 'Patch' }[String(operation.verb)] ?? 'Input'}`;

const requestBody = (operation: Operation) => {
  const { name, route, described, verb } = operation;
  if (route.isRaw && methodOf(route) !== 'GET') return { requestBody: { content: anyContent(MAX_BODY_BYTES) } };
  if (!route.body || !takesBody(route)) return {};
  const schema = verb ? ref(bodyNameOf(operation)) : schemaOf(route.body, {}, false);
  const value = described && bodyExampleOf(described, name, verb);
  if (!value) throw new Error(`${route.routeKey} has no \`request\`; add one to "${name}" in \`others\` of docs.ts.`);
  const json = { schema, examples: { example: { value } } };
  const patch = methodOf(route) === 'PATCH' && { 'application/merge-patch+json': json };
  return { requestBody: { required: true, content: { ...patch, 'application/json': json } } };
};

const tagOf = ({ resource, described }: Operation) => {
  if (resource) return folderOf(resource.path);
  return described && 'name' in described ? described.name : 'service';
};

/** Describes a route of the route table as an OpenAPI operation. */
export const operationOf = (operation: Operation, authentication: Authentication) => {
  const { name, route } = operation;
  const { issuer, ownership = false } = authentication;
  const scopes = issuer ? scopesOf(route, authentication) : [];
  const [summary, description] = textsOf(operation, ownership);
  const { since, successor, sunset } = route.deprecated ?? {};
  const until = since && `Deprecated since ${since}: use ${successor}${sunset ? ` before ${sunset}` : ''}.`;
  return {
    operationId: name,
    tags: [tagOf(operation)],
    summary,
    description: until ? `${description} ${until}` : description,
    deprecated: route.deprecated && true,
    parameters: parameters(operation, ownership),
    ...requestBody(operation),
    responses: responsesOf(operation, scopes.length > 0, ownership),
    security: scopes.map((scope) => ({ token: [scope] })),
  };
};
