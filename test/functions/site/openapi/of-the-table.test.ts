import { InternalServerError, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { methodOf, pathOf, type Row } from '../../../../functions/http/row';
import { named } from '../../../../functions/site/openapi/operations';
import { codesOf, problemOf } from '../../../../functions/site/openapi/problems';
import { eventOf, invoke } from '../../../support/event';
import { ann, cancelled, conditionFailed, mockTable, post } from '../../../support/table';
import { undocumented } from '../../../support/valid';

const table = mockTable();

const rows = named.filter(([, row]) => codesOf(row).includes('internal'));

const answerOf = async (row: Row, members = {}) => {
  const path = pathOf(row).replace('{id}', post.sk);
  const body = row.takes && { name: 'Ada', email: 'ada@lovelace.example', title: 'A title', ...members };
  const own = row.takes && Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name in (row.takes ?? {})));
  const { handler } = await import(`../../../../${row.source.replace(/\.ts$/, '')}`);
  const { status = 0, headers, body: got } = await invoke(handler, eventOf(`${methodOf(row)} ${path}`, { body: own }));
  const seen = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]));
  const answer = { status, headers: seen, text: JSON.stringify(got), body: got };
  expect(undocumented(`${methodOf(row)} ${path}`, answer)).toEqual([]);
  return answer;
};

const metadata = { message: 'no', $metadata: {} };

describe('what a table that fails comes to', () => {
  test.each(rows)('%s answers 500 internal', async (_, row) => {
    table.onAnyCommand().rejects(new ResourceNotFoundException(metadata));
    const { status, body } = await answerOf(row);
    expect([status, { ...body, requestId: '' }]).toEqual([500, { ...problemOf(row, 'internal'), requestId: '' }]);
  });

  test.each(rows.filter(([, row]) => codesOf(row).includes('user-closing')))(
    '%s answers 409 user-closing',
    async (_, row) => {
      const Item = { ...ann, closedUntil: '2999-01-01T00:00:00.000Z' };
      const { userId, ...anonymous } = post;
      table.on(UpdateCommand).rejects(conditionFailed(anonymous));
      table.on(TransactWriteCommand).rejects(cancelled('None', { Code: 'ConditionalCheckFailed', Item }));
      const { status, body } = await answerOf(row, { userId });
      expect([status, { ...body, requestId: '' }]).toEqual([409, { ...problemOf(row, 'user-closing'), requestId: '' }]);
    },
  );

  test.each(rows)('%s answers 503 unavailable', async (_, row) => {
    table.onAnyCommand().rejects(new InternalServerError({ ...metadata, $metadata: { httpStatusCode: 500 } }));
    const { status, body } = await answerOf(row);
    expect([status, { ...body, requestId: '' }]).toEqual([503, { ...problemOf(row, 'unavailable'), requestId: '' }]);
  });
});
