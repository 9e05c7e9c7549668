import { methodOf, pathOf, type Row, scopeOf } from '../../http/row';
import { failures, successes } from './answers';
import type { Name } from './examples';
import { headersOf } from './headers';
import { examplesOf, operations, ref, resourceOf, tagOf } from './operations';
import { schemaOfParameter } from './schemas';

/** Who may call: without an issuer of tokens, everybody. */
export type Access = { readonly issuer?: string; readonly protectReads?: boolean };

const parameters = (row: Row) => [
  ...(pathOf(row).endsWith('{id}')
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
  ...headersOf(row),
];

const QUERY: Record<string, string> = {
  limit: 'How many a page has at most; a larger number is taken as 100.',
  after: 'The id behind which to go on, in the chosen order; it need not exist any more.',
  order: 'Newest or oldest first.',
  email: 'The address of the user to find, in any case.',
  userId: 'The author of the posts.',
  force: 'Whether to delete the posts of the user, too.',
};

const FORMS: Record<string, string> = { POST: 'Input', PUT: 'Replacement', PATCH: 'Patch' };

const requestBody = (name: Name, row: Row) => {
  if (!row.takes) return {};
  const asked = examplesOf(name).filter(([, { asks }]) => asks !== undefined);
  const content = {
    schema: ref(`${resourceOf(row)}${FORMS[methodOf(row)]}`),
    examples: Object.fromEntries(asked.map(([key, { summary, asks }]) => [key, { summary, value: asks }])),
  };
  const types = methodOf(row) === 'PATCH' ? ['application/merge-patch+json', 'application/json'] : ['application/json'];
  return { requestBody: { required: true, content: Object.fromEntries(types.map((type) => [type, content])) } };
};

/** A row of the route table as an operation. */
export const operationOf = (name: Name, row: Row, access: Access) => {
  const scope = access.issuer ? scopeOf(row, access) : undefined;
  return {
    operationId: name,
    tags: [tagOf(row)],
    ...operations[name],
    parameters: parameters(row),
    ...requestBody(name, row),
    responses: Object.fromEntries([...successes(name, row), ...failures(row, scope !== undefined)]),
    security: scope ? [{ token: [scope] }] : [],
  };
};
