import { readFileSync, writeFileSync } from 'node:fs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { client } from '../../../functions/kit/dynamodb/client';
import { firstVersions } from '../../../functions/kit/resources';
import { shardOf } from '../../../functions/kit/table/keys';
import { runExport } from '../../../lib/transfer/commands';
import { exported } from '../../../lib/transfer/line';
import { describeShapes, testWithResource } from '../../support/declared';
import { setEnvironment } from '../../support/dynamodb/endpoint';
import { startFakeServer } from '../../support/fake-server';
import { useService } from '../../support/service';
import { idAt } from '../../support/unit/id';
import { useTransfer } from './transfer';

const { createUnder, url, empty, database } = useService();

const since = '2025-11-01T01:00:00+01:00';
const sinceMs = Date.parse(since);
const transfer = useTransfer();

test('an export spares a file that is there', async () => {
  writeFileSync(transfer.file, 'precious');
  await expect(runExport(['--url', url(), transfer.file])).rejects.toThrow(
    `${transfer.file} is already there; name another file.`,
  );
  expect(readFileSync(transfer.file, 'utf8')).toBe('precious');
});

testWithResource.each([
  ['another API', 'http://127.0.0.1:1', since],
  ['another time', undefined, '2025-11-01'],
  ['all times', undefined, ''],
])('an export of %s does not go on with one from another source, which holds no secret', async (_, other, time) => {
  const cutting = await startFakeServer(url, (count) => (count === 2 ? 401 : undefined));
  const run = (target: string, from: string) =>
    runExport(['--url', target, '--token', 'secret', ...(from && ['--since', from]), transfer.file]);
  await expect(run(`${cutting.url}?key=secret`, since)).rejects.toThrow('401');
  cutting.close();
  const partial = readFileSync(`${transfer.file}.partial`, 'utf8');
  expect(partial.split('\n', 1)).toEqual([`{"exported from":{"url":"${cutting.url}","since":"${since}"}}`]);
  const reason = `${transfer.file}.partial does not begin with {"exported from":{"url":"${other ?? cutting.url}"`;
  await expect(run(other ?? cutting.url, time)).rejects.toThrow(reason);
  expect(readFileSync(`${transfer.file}.partial`, 'utf8')).toBe(partial);
});

describeShapes('an export of %s', (_, resource) => {
  // The pages of one resource show where malformed items can stand.
  const lists = resource === firstVersions[0] ? ['x', 'xx', 'x.xx..x'] : ['x.xx..x'];
  test.each(lists)('names each x of %s as malformed, exits with 1', async (items) => {
    await empty();
    setEnvironment(database.endpoint, database.TableName);
    const noun = exported[firstVersions.indexOf(resource)]?.[0];
    const expected: string[] = [];
    for (const [i, item] of [...items].entries()) {
      const sk = idAt(sinceMs + i, i);
      const key = { pk: shardOf(resource.collection, sk), sk };
      if (item === '.') await createUnder(resource, sk);
      else await client.send(new PutCommand({ TableName: database.TableName, Item: { ...key, rev: 'x' } }));
      // No page names the only item of a list.
      expected.push(item === '.' ? `{"${noun}":{"id":"${sk}"` : `{"malformed ${noun}":"${items === 'x' ? '' : sk}"}`);
    }
    expect(await runExport(['--url', url(), transfer.file])).toBe(1);
    const lines = readFileSync(transfer.file, 'utf8')
      .split('\n')
      .filter((line) => line.includes(`${noun}":`));
    expect([...new Set(lines)]).toEqual(expected.map((start) => expect.stringContaining(start)));
    for (const line of expected.filter((start) => start.endsWith('}')))
      expect(transfer.said).toContain(`Left out: ${line}\n`);
  });
});

testWithResource.each([
  ['yesterday', /: 400; invalid-query; createdSince must be a date such as .+\.; createdSince must be a date such as /],
  ['', /: 400; invalid-query; createdSince is empty; .+\.; createdSince is empty; /],
])('an export names --since when the API refuses the time %j', async (time, message) => {
  await expect(runExport(['--url', url(), '--since', time, transfer.file])).rejects.toThrow(message);
});
