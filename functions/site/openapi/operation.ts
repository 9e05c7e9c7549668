import { nounOf } from '../../http/resource';
import { hasId, methodOf, type ScopeSettings, scopesOf } from '../../http/row';
import { pluralIn } from '../../model/belonging';
import { childrenOf } from '../../resources';
import { headerParameters } from './headers';
import { bodyNameOf, examplesIn, type Operation, type operations, ref, tagOf } from './operations';
import { failureResponses, successResponses } from './responses';
import { schemaOf, schemaOfParameter } from './schemas';

/** Authentication of the stage. Without an issuer no route needs a token. */
export type Authentication = ScopeSettings & { readonly issuer?: string };

const TIME =
  'A date, which means midnight UTC, or a time with an offset, from 1970 to 9999 in UTC. Digits after the milliseconds are cut off.';

const QUERY: Readonly<Record<string, string>> = {
  limit: 'The maximum number of resources on a page. A number above 100 counts as 100.',
  after: 'The id after which the page starts, in the chosen order. The resource need not exist any more.',
  order: '`desc` is newest first, `asc` is oldest first.',
  createdSince: `Only resources created at this time or later. ${TIME}`,
  createdBefore: `Only resources created before this time, which is later than \`createdSince\`. ${TIME}`,
  id: 'Only the resources with these ids, in this order. Repeat the parameter for each id. No page, order, time range or filter can stand beside it. Ids of no resource are left out. After about 1 MB, `Link` asks for the ids that are left.',
};

/** Returns the description of a query parameter. A resource can describe its own parameters. */
const describeParameter = (name: string, { resource }: Operation) => {
  if (!resource || name in QUERY) return QUERY[name];
  const { attribute, parent = '' } = resource.belongsTo ?? {};
  const children = childrenOf(resource);
  const defaults: Record<string, string> = {
    ...(attribute && { [attribute]: `The ${parent} of the ${pluralIn(resource.path)}.` }),
    ...(children && { force: `Whether to delete the ${pluralIn(children.path)} of the ${nounOf(resource)}, too.` }),
    ...resource.parameters,
  };
  return defaults[name];
};

const idParameter = ({ resource }: Operation) => ({
  name: 'id',
  in: 'path',
  required: true,
  description: `The id of the ${resource ? nounOf(resource) : 'resource'}.`,
  schema: ref('Id'),
});

const parameters = (operation: Operation) => [
  ...(hasId(operation.row) ? [idParameter(operation)] : []),
  ...Object.entries(operation.row.query ?? {}).map(([name, model]) => ({
    name,
    in: 'query',
    required: false,
    description: describeParameter(name, operation),
    schema: schemaOfParameter(model),
  })),
  ...headerParameters(operation.row),
];

const requestBody = (operation: Operation) => {
  const { row } = operation;
  if (!row.takes) return {};
  const examples = examplesIn(operation).map(([key, { summary, request }]) => [key, { summary, value: request }]);
  const content = {
    schema: operation.verb ? ref(bodyNameOf(operation)) : schemaOf(row.takes),
    examples: Object.fromEntries(examples),
  };
  const types = methodOf(row) === 'PATCH' ? ['application/merge-patch+json', 'application/json'] : ['application/json'];
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, content])) } };
};

/** Describes a row of the route table as an OpenAPI operation. */
export const operationOf = (operation: (typeof operations)[number], authentication: Authentication) => {
  const { name, row, prose } = operation;
  const { issuer, ownership = false } = authentication;
  const scopes = issuer ? scopesOf(row, authentication) : [];
  return {
    operationId: name,
    tags: [tagOf(operation)],
    ...prose,
    parameters: parameters(operation),
    ...requestBody(operation),
    responses: Object.fromEntries([
      ...successResponses(operation),
      ...failureResponses(row, { isGuarded: scopes.length > 0, ownership }),
    ]),
    security: scopes.map((scope) => ({ token: [scope] })),
  };
};
