import { methodOf, pathOf, type Row } from '../../http/row';
import { failures, successes } from './answers';
import type { Name } from './examples';
import { headersOf } from './headers';
import { examplesOf, operations, ref, resourceOf, tagOf } from './operations';
import { schemaOf } from './schemas';

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
  ...Object.entries(row.query?.entries ?? {}).map(([name, model]) => ({
    name,
    in: 'query',
    required: false,
    description: QUERY[name],
    schema: schemaOf(model),
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

/** The scope that a route needs where the stage has authentication: `posts:write`; none where it is open. */
const scopeOf = (row: Row) => {
  const access = methodOf(row) === 'GET' ? 'read' : 'write';
  const scope = `${tagOf(row)}:${access}`;
  return tagOf(row) === 'service' || scope === 'posts:read' ? undefined : scope;
};

/** A row of the route table as an operation. */
export const operationOf = (name: Name, row: Row, { hasAuth }: { hasAuth: boolean }) => {
  const scope = hasAuth ? scopeOf(row) : undefined;
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
