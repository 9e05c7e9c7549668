import '../transfer/served-things';

import { seed } from '../../../lib/local/seed';
import { functionEnvironment } from '../../support/dynamodb/endpoint';
import { idAt } from '../../support/unit/id';
import { one, otherThing, thing, two } from '../transfer/served-things';
import { useThings } from '../transfer/use-things';

const { ask, apiOf, endpoint, TableName } = useThings();

const url = 'http://127.0.0.1:3000';

// The things are private.
test.each([
  ['under their ids', true, {}],
  ['under new ids', false, {}],
  ['with ownership', false, { OWNERSHIP: 'true' }],
])('sample data has the fields that only handlers set, %s', async (_, keepsIds, settings) => {
  const api = apiOf();
  let count = 0;
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, { method, headers, body } = {}) => {
    const { pathname } = new URL(String(input));
    const path = method === 'POST' ? `${pathname}/${idAt(++count, count)}` : pathname;
    const sent = JSON.parse(String(body));
    const response = await api('PUT', path, { headers: { ...Object(headers), 'if-none-match': '*' }, body: sent });
    // Parts answer nothing here.
    return Response.json(response.status === 201 ? response.body : { id: thing }, { status: 201 });
  });
  const environment = process.env;
  const asked: string[] = [];
  const environmentOf = (routeKey: string) => {
    asked.push(routeKey);
    return { ...functionEnvironment(endpoint, TableName), ...settings };
  };
  await seed({ url, environmentOf }, {}, keepsIds);
  expect([process.env === environment, asked]).toEqual([true, [`PUT ${one.path}/{id}`]]);
  const [other, first] = (await ask(`GET ${two.path}`)).body;
  expect(first).toMatchObject({ name: 'a', sum: 9, number: 'n1', status: 'draft' });
  expect(other).toMatchObject({ name: 'b', sum: 6 });
  expect([first.id === thing, other.id === otherThing]).toEqual([keepsIds, keepsIds]);
});
