import { InternalServerError, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { methodOf, pathOf, type Route } from '../../../../functions/http/route';
import { resourceOf } from '../../../../functions/resources';
import { operations } from '../../../../functions/site/openapi/operations';
import { problemsOf } from '../../../../functions/site/openapi/problems';
import { cancelled, conditionFailed, failedOn } from '../../../support/dynamodb/errors';
import { ask } from '../../../support/resources';
import { anonymousPost, mockTable, storedPost, storedUser } from '../../../support/table';
import { undocumented } from '../../../support/valid';

const table = mockTable();

type Code = 'internal' | 'unavailable' | 'user-closing';
const having = (code: Code) =>
  operations
    .filter(({ route }) => problemsOf(route, true).some(([own]) => own === code))
    .map(({ name, route }) => [name, route] as const);

/** Expects that a route answers a documented problem. */
const expectExample = async (route: Route, code: Code, fields = {}) => {
  const line = `${methodOf(route)} ${pathOf(route).replace('{id}', storedPost.sk)}`;
  const all = { ...resourceOf(route)?.examples.create.request, ...fields };
  const taken = Object.entries(all).filter(([name]) => name in (route.body ?? {}));
  const { status = 0, headers, body } = await ask(line, { body: route.body && Object.fromEntries(taken) });
  const seen = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]));
  expect(undocumented(line, { status, headers: seen, text: JSON.stringify(body), body })).toEqual([]);
  expect([status, body.code]).toEqual([{ internal: 500, unavailable: 503 }[String(code)] ?? 409, code]);
};

const metadata = { message: 'no', $metadata: {} };

describe('a route with a table', () => {
  test.each(having('internal'))('%s answers the documented 500 when DynamoDB knows no table', async (_, route) => {
    table.onAnyCommand().rejects(new ResourceNotFoundException(metadata));
    await expectExample(route, 'internal');
  });

  test.each(having('unavailable'))('%s answers the documented 503 when DynamoDB fails', async (_, route) => {
    table.onAnyCommand().rejects(new InternalServerError({ ...metadata, $metadata: { httpStatusCode: 500 } }));
    await expectExample(route, 'unavailable');
  });

  test.each(having('user-closing'))('%s answers the documented 409 while the user is deleted', async (_, route) => {
    const Item = { ...storedUser, closedUntil: '2999-01-01T00:00:00.000Z' };
    table.on(UpdateCommand).rejects(conditionFailed(anonymousPost));
    table.on(TransactWriteCommand).rejects(cancelled('None', failedOn(Item)));
    await expectExample(route, 'user-closing', { userId: storedPost.userId });
  });
});
