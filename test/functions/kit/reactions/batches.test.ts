import { handleChanges } from '../../../../functions/kit/reactions/handle-changes';
import { changesEvent, deliver } from '../../../support/unit/changes';
import { idOf, mockTable } from '../../../support/unit/table';
import { type LeafChange, leafOf, leaves, named } from './leaves';

const table = mockTable();

/** Text of the leaf that a change has made or deleted, after the number of the leaf. */
const labelOf = ({ id, before, after }: LeafChange) => `${Number(id.slice(-2))} ${(after ?? before)?.text}`;

const [one, two, other] = [leafOf(1), leafOf(1, 'changed'), leafOf(2)];
const event = changesEvent(leaves, { after: one }, { after: other }, { before: one, after: two }, { before: two });

/** Makes a handler that keeps what it has got, and fails for the changes with one of these labels. */
const failingFor = (...labels: string[]) => {
  const seen: string[] = [];
  const handler = handleChanges(leaves, async (change) => {
    seen.push(labelOf(change));
    if (labels.includes(labelOf(change))) throw new TypeError(`${change.after?.text} is no word`);
  });
  return { seen, handler, mend: () => labels.splice(0) };
};

test('changes of a resource follow each other, and those of ten resources run at once', async () => {
  const running = new Map<string, number>();
  let most = 0;
  const turn = () => new Promise(setImmediate);
  const order: string[] = [];
  const handler = handleChanges(leaves, async (change) => {
    running.set(change.id, (running.get(change.id) ?? 0) + 1);
    expect(running.get(change.id)).toBe(1);
    most = Math.max(most, running.size);
    await turn();
    order.push(labelOf(change));
    running.delete(change.id);
  });
  const numbers = Array.from({ length: 25 }, (_, at) => at + 1);
  const created = numbers.map((number) => ({ after: leafOf(number) }));
  const changed = numbers.map((number) => ({ before: leafOf(number), after: leafOf(number, 'changed') }));
  expect(await deliver(handler, changesEvent(leaves, ...created, ...changed))).toEqual(named());
  expect(most).toBe(10);
  for (const number of numbers)
    expect(order.filter((label) => label.startsWith(`${number} `))).toEqual([`${number} new`, `${number} changed`]);
});

test('a change that fails stops its resource alone, and a second delivery runs only what is not done', async () => {
  const { seen, handler, mend } = failingFor('1 new');
  expect(await deliver(handler, event)).toEqual(named(1, 3, 4));
  expect(seen.splice(0)).toEqual(['1 new', '2 new']);
  expect(await deliver(handler, event)).toEqual(named(1, 3, 4));
  expect(seen.splice(0)).toEqual(['1 new']);
  mend();
  expect(await deliver(handler, event)).toEqual(named());
  expect(seen).toEqual(['1 new', '1 changed', '1 changed']);
});

test('a change behind one that succeeds can fail, and the first one does not run again', async () => {
  const { seen, handler } = failingFor('1 changed');
  expect(await deliver(handler, event)).toEqual(named(3, 4));
  seen.splice(0);
  expect(await deliver(handler, event)).toEqual(named(3, 4));
  expect(seen).toEqual(['1 changed']);
});

test('a change that fails has a line in the log, which names the change and has no value', async () => {
  const { handler } = failingFor('1 changed');
  const changeIds: string[] = [];
  await deliver(
    handleChanges(leaves, async ({ changeId }) => changeIds.push(changeId)),
    { Records: event.Records.slice(2, 3) },
  );
  table.forget();
  await deliver(handler, event);
  const [line, end] = table.logged();
  expect(line).toEqual({
    timestamp: expect.any(String),
    level: 'ERROR',
    message: 'a reaction to a change failed',
    collection: 'LEAF',
    id: idOf(1),
    changeId: changeIds[0],
    error: { name: 'TypeError', stack: expect.any(String) },
    requestId: 'request-1',
  });
  expect(JSON.stringify(line)).not.toContain('is no word');
  expect(end).toMatchObject({ level: 'INFO', coldStart: 1 });
});

test('an item that cannot be shown fails with its id alone', async () => {
  const run = jest.fn();
  const broken = changesEvent(leaves, { after: leafOf(1) }, { after: other });
  Object.assign(broken.Records[0]?.dynamodb?.NewImage ?? {}, { text: { N: '7' } });
  expect(await deliver(handleChanges(leaves, run), broken)).toEqual(named(1));
  expect(run.mock.calls).toEqual([[expect.objectContaining({ id: idOf(2) })]]);
  expect(table.logged()[0]).toMatchObject({ id: idOf(1), error: { message: 'A stored item has no valid "text".' } });
});

test.each([
  [8999, named()],
  [9000, named()],
  [9001, named(2, 3)],
])('after %i of 10,000 ms, nothing new starts in the last tenth', async (ms, response) => {
  let nowMs = Date.parse('2026-11-20T12:00:00Z');
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  const run = jest.fn(async ({ id, before }: LeafChange) => {
    if (id === one.id && !before) nowMs += ms;
  });
  const event = changesEvent(leaves, { after: one }, { before: one, after: two }, { after: other });
  // The answer needs 300 ms.
  expect(await deliver(handleChanges(leaves, run), event, 10_300)).toEqual(response);
  expect(run).toHaveBeenCalledTimes(3 - response.batchItemFailures.length);
});
