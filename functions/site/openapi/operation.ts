import { hasId, methodOf, type Row, scopeOf } from '../../http/row';
import type { OperationId } from './examples';
import { headerParameters } from './headers';
import { examplesOf, operations, ref, resourceOf, tagOf } from './operations';
import { failureResponses, successResponses } from './responses';
import { schemaOfParameter } from './schemas';

/** Authentication of the stage. Without an issuer no route needs a token. */
export type Authentication = { readonly issuer?: string; readonly protectReads?: boolean };

const parameters = (row: Row) => [
  ...(hasId(row)
    ? [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: `The id of the ${tagOf(row).slice(0, -1)}.`,
          schema: ref('Id'),
        },
      ]
    : []),
  ...Object.entries(row.query ?? {}).map(([name, model]) => ({
    name,
    in: 'query',
    required: false,
    description: QUERY[name],
    schema: schemaOfParameter(model),
  })),
  ...headerParameters(row),
];

const QUERY: Record<string, string> = {
  limit: 'The maximum number of resources on a page. A number above 100 counts as 100.',
  after: 'The id after which the page starts, in the chosen order. The resource need not exist any more.',
  order: '`desc` is newest first, `asc` is oldest first.',
  email: 'The e-mail address of the user to find, in upper or lower case.',
  userId: 'The author of the posts.',
  force: 'Whether to delete the posts of the user, too.',
};

const SCHEMA_SUFFIXES: Record<string, string> = { POST: 'Input', PUT: 'Replacement', PATCH: 'Patch' };

const requestBody = (name: OperationId, row: Row) => {
  if (!row.takes) return {};
  const examples = examplesOf(name).filter(([, { request }]) => request !== undefined);
  const content = {
    schema: ref(`${resourceOf(row)}${SCHEMA_SUFFIXES[methodOf(row)]}`),
    examples: Object.fromEntries(examples.map(([key, { summary, request }]) => [key, { summary, value: request }])),
  };
  const types = methodOf(row) === 'PATCH' ? ['application/merge-patch+json', 'application/json'] : ['application/json'];
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, content])) } };
};

/** Describes a row of the route table as an OpenAPI operation. */
export const operationOf = (name: OperationId, row: Row, authentication: Authentication) => {
  const scope = authentication.issuer ? scopeOf(row, authentication) : undefined;
  return {
    operationId: name,
    tags: [tagOf(row)],
    ...operations[name],
    parameters: parameters(row),
    ...requestBody(name, row),
    responses: Object.fromEntries([...successResponses(name, row), ...failureResponses(row, scope !== undefined)]),
    security: scope ? [{ token: [scope] }] : [],
  };
};
