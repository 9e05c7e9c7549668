import { methodOf, pathOf, type Row } from '../../../../functions/http/row';
import { ada, type Example, grace, note, notice } from '../../../../functions/site/openapi/examples';
import { examplesOf, named } from '../../../../functions/site/openapi/operations';
import { startService } from '../../../support/service';
import { responsesOf } from '../../../support/valid';

const { ask } = startService();

const create = { 'if-none-match': '*' };

/** The resources that the examples tell of, with the same ids. */
const seed = async () => {
  for (const { path } of [...(await ask('GET /posts')).body, ...(await ask('GET /api/v1/users')).body].map(
    ({ id, email }) => ({ path: `${email ? '/api/v1/users' : '/posts'}/${id}` }),
  ))
    await ask(`DELETE ${path}`);
  for (const body of [ada, grace]) await ask(`PUT /api/v1/users/${body.id}`, { headers: create, body });
  for (const body of [note, notice]) await ask(`PUT /posts/${body.id}`, { headers: create, body });
};

const rows = named.flatMap(([name, row]) =>
  examplesOf(name).map(([key, example]): [string, string, Row, Example] => [name, key, row, example]),
);

const idIn = (value: unknown) => (value instanceof Object && 'id' in value ? String(value.id) : undefined);

const fits = (value: unknown, isCreated: boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => fits(one, isCreated));
  const times = isCreated ? { id: expect.any(String), createdAt: expect.any(String) } : {};
  return { ...Object(value), ...times, updatedAt: expect.any(String) };
};

describe('every example of the document', () => {
  beforeEach(seed);

  test.each(rows)('%s %s is asked and answered so', async (_, key, row, { asks, answers }) => {
    const method = methodOf(row);
    const own = /users/.test(row.routeKey) ? ada.id : note.id;
    const path = pathOf(row).replace('{id}', idIn(answers) ?? own);
    const headers = {
      prefer: 'return=representation',
      ...(method === 'PATCH' && { 'content-type': 'application/merge-patch+json' }),
    };
    const { status, headers: got, body } = await ask(`${method} ${path}`, { headers, body: asks });

    const type = got['content-type'] ?? '';
    const documented = responsesOf(row)[status]?.content?.[type]?.examples[key]?.value;
    expect(documented).toBeDefined();
    if (answers === undefined) expect(body).toEqual({ ...Object(documented), requestId: expect.any(String) });
    else {
      expect(documented).toEqual(answers);
      expect(body).toEqual(fits(answers, method === 'POST'));
    }
  });
});
