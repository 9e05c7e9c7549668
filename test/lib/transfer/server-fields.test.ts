import './served-things';

import { readFileSync, writeFileSync } from 'node:fs';
import { runImport } from '../../../lib/transfer/commands';
import { one, thing, two } from './served-things';
import { NO_TABLE, useThings, withoutParts } from './use-things';

const things = useThings();
const { TableName, ask, apiOf, empty, importAll, stored, transfer } = things;

describe('an import of fields that only handlers set', () => {
  test('brings them with their claims and entries, and a total does not count parts twice', async () => {
    expect(readFileSync(transfer.file, 'utf8')).toMatch(/"sum":11,"number":"n1",.*"status":"shipped".*"grade":"good"/);
    const outcomes = (outcome: string) => ['a', 'b', 'part', 'part'].map((name) => `${name},${outcome}`);
    for (const outcome of ['created', 'already there']) {
      expect(await importAll(TableName)).toEqual(outcomes(outcome));
      expect(await stored()).toEqual(things.before);
    }
  });

  test('names them without a table, and sets them when it is repeated with one', async () => {
    const named = [
      `a,rejected,is there without its number, status, paidAt, ${NO_TABLE}`,
      `b,rejected,is there without its sum, ${NO_TABLE}`,
    ];
    for (const parts of ['created', 'already there'])
      expect(await importAll()).toEqual([...named, `part,${parts}`, `part,${parts}`]);
    expect(withoutParts(await importAll(TableName))).toEqual(['a,created', 'b,created']);
    expect(await stored()).toEqual(things.before);
  });

  test('sets the rest when it is repeated, wherever it was interrupted', async () => {
    for (let requests = 0, isOver = false; !isOver; requests++) {
      await empty();
      let count = 0;
      const cut = apiOf(() => {
        if (count++ >= requests) throw new Error('interrupted');
      });
      isOver = await importAll(TableName, cut).then(
        () => true,
        () => false,
      );
      const outcomes = await importAll(TableName);
      expect(outcomes.filter((outcome) => outcome.includes('rejected'))).toEqual([]);
      expect(await stored()).toEqual(things.before);
    }
  });

  test('replaces what a creation has set, which it cannot tell from a later value when it is repeated', async () => {
    things.isNumbering = true;
    expect(await importAll()).toContain(`a,rejected,is there without its number, status, paidAt, ${NO_TABLE}`);
    expect(await importAll(TableName)).toContain('a,rejected,is already there with other content');
    await empty();
    for (const outcome of ['created', 'already there'])
      expect(withoutParts(await importAll(TableName))).toEqual([`a,${outcome}`, `b,${outcome}`]);
    const { body } = await ask(`GET ${two.path}`);
    expect(body.map(({ number }: { number: string }) => number)).toEqual([expect.stringMatching(/^auto/), 'n1']);
  });

  test.each([
    ['by', false, 11],
    ['and no dependingOn by', true, 0],
  ])('makes the further writes %s the handler of a PUT', async (_, isDepending, sum) => {
    things.isDepending = isDepending;
    await importAll();
    expect((await ask(`GET ${two.path}/${thing}`)).body.sum).toBe(sum);
  });

  test('creates nothing from values that the fields refuse, and converts others', async () => {
    const line = { id: thing, name: 'a', paidAt: '2026-11-01T09:30:00+01:00' };
    const write = (more: object) =>
      writeFileSync(transfer.file, JSON.stringify({ servedThingV2: { ...line, ...more } }));
    write({ sum: '7', status: 'lost', number: null });
    const reasons = [
      'sum must be an integer, not a string',
      'status must be draft, placed or shipped',
      'number must be a string, not null',
    ];
    expect(await importAll(TableName)).toEqual([`a,rejected,${reasons.join('; ')}`]);
    expect(await stored()).toEqual([]);
    write({});
    for (const outcome of ['created', 'already there']) expect(await importAll(TableName)).toEqual([`a,${outcome}`]);
    expect((await ask(`GET ${two.path}/${thing}`)).body.paidAt).toBe('2026-11-01T08:30:00.000Z');
  });

  // No request changes `new` into `done`.
  test.each([
    ['done', `a,rejected,is there without its phase, ${NO_TABLE}`, 'new', 'a,created'],
    ['begun', 'a,created', 'begun', 'a,already there'],
    ['new', 'a,created', 'new', 'a,already there'],
  ])('brings the state %s that another version shows', async (phase, outcome, phaseWithoutTable, outcomeWithTable) => {
    const line = { servedThingV2: { id: thing, name: 'a' }, servedThing: { mood: 'cross', phase } };
    writeFileSync(transfer.file, JSON.stringify(line));
    const shown = async () => (await ask(`GET ${one.path}/${thing}`)).body;
    expect(await importAll()).toEqual([outcome]);
    expect(await shown()).toMatchObject({ mood: 'cross', phase: phaseWithoutTable });
    for (const expected of [outcomeWithTable, 'a,already there'])
      expect(await importAll(TableName)).toEqual([expected]);
    expect(await shown()).toMatchObject({ mood: 'cross', phase });
  });

  test('takes the table and its region from the command, and says how many lines wait for them', async () => {
    jest.useFakeTimers({
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'queueMicrotask', 'Date'],
    });
    const api = apiOf((line) => line.includes('parts') && jest.advanceTimersByTime(5000));
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input, { method = '', headers, body } = {}) => {
      const sent = { headers: Object(headers), body: JSON.parse(String(body ?? 'null')) ?? undefined };
      const response = await api(method, new URL(String(input)).pathname, sent);
      return new Response(response.body ? JSON.stringify(response.body) : null, response);
    });
    const run = (...options: string[]) => runImport(['--url', 'https://api.example', ...options, transfer.file]);
    expect(await run()).toBe(1);
    expect(transfer.said).toContain('0 created, 0 already there, 2 to complete\n');
    expect(transfer.said.at(-1)).toMatch(/^2 created, 0 already there, 2 rejected: see /);
    process.env.AWS_REGION = 'eu-west-1';
    expect(await run('--table', TableName, '--region', 'eu-central-1')).toBe(0);
    expect(transfer.said.at(-1)).toBe('2 created, 2 already there\n');
    expect([process.env.TABLE_NAME, process.env.AWS_REGION]).toEqual([TableName, 'eu-central-1']);
  });
});
