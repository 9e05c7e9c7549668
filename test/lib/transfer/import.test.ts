import { readFileSync, writeFileSync } from 'node:fs';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { runImport } from '../../../lib/transfer/commands';
import { nouns } from '../../../lib/transfer/line';
import { bare } from '../../support/creator';
import { aUniqueField, describeFor, describeShapes } from '../../support/declared';
import { startFakeServer } from '../../support/fake-server';
import { nobody, useService } from '../../support/service';
import { useTransfer } from './transfer';

const { ask, create, requestFor, url } = useService();

const transfer = useTransfer();

/** Returns the noun of a resource in lines, such as `orderV2`. */
const nounIn = (resource: Resource) => [...nouns].find(([, each]) => each === resource)?.[0] ?? '';

/** Imports the file. Returns the exit code and the last line on standard error. */
const importTo = async (target = url()) => [await runImport(['--url', target, transfer.file]), transfer.said.at(-1)];

describeFor(aUniqueField, 'an import', ({ resource, path, word, field, input, writable, examples }) => {
  test('writes rejected lines with their reasons beside the file', async () => {
    const { body: item } = await ask(`GET ${(await create(resource)).Path}`);
    const lineOf = (value: object) => JSON.stringify({ [nounIn(resource)]: value });
    const noResource = `is not ${[...nouns.keys()].map((noun) => `{"${noun}":{…}}`).join(' or ')}`;
    const unknown = `is not a member; allowed: ${writable.join(', ')}`;
    const taken = `Another ${word} has this ${input[field]?.unique?.label ?? field}.`;
    const lines: [string, string?][] = [
      ['{"exported from":{"url":"https://one.example"}}'],
      [JSON.stringify({ [nounIn(resource)]: item, another: { id: nobody } }), noResource],
      // Longer than a chunk of the file.
      [`{"${nounIn(resource)}":`.padEnd(70_000, 'é'), noResource],
      [`{"${nounIn(resource)}s":{}}`, noResource],
      [lineOf(examples.update.request), 'has no id'],
      [lineOf(item)],
      [lineOf({ ...item, ...examples.update.request }), 'is already there with other content'],
      [lineOf({ ...item, id: nobody, unknown: 1 }), `400; invalid-body; unknown ${unknown}.; #/unknown ${unknown}`],
      [lineOf({ ...item, id: nobody }), `409; ${field}-taken; ${taken}; #/${field} ${taken}`],
    ];
    writeFileSync(transfer.file, `${lines.map(([text]) => text).join('\n')}\n`);
    for (const _ of ['once', 'again']) {
      const rejects = `${transfer.file}.rejects.ndjson`;
      expect(await importTo()).toEqual([1, `0 created, 1 already there, 7 rejected: see ${rejects}\n`]);
      const rejected = readFileSync(rejects, 'utf8').trimEnd().split('\n');
      expect(rejected.map((line) => JSON.parse(line)).sort((a, b) => a.line - b.line)).toEqual(
        lines.flatMap(([text, reason], i) => (reason ? [{ line: i + 1, reason, text }] : [])),
      );
    }
    expect((await ask(`GET ${path}/${nobody}`)).status).toBe(404);
  });
});

describeShapes('%s', (_, resource) => {
  test('an import finds one without defaults already there, and refuses another', async () => {
    const required = await requestFor(resource, 'create', bare(resource));
    const write = (more: object) =>
      writeFileSync(transfer.file, JSON.stringify({ [nounIn(resource)]: { id: nobody, ...required, ...more } }));
    write({});
    const losing = await startFakeServer(url, (count) => (count === 1 ? 'lost' : undefined));
    expect(await importTo(losing.url).finally(losing.close)).toEqual([0, '0 created, 1 already there\n']);
    expect(await importTo()).toEqual([0, '0 created, 1 already there\n']);
    write(resource.examples.update.request);
    expect(await importTo()).toEqual([1, expect.stringMatching(/^0 created, 0 already there, 1 rejected: /)]);
  });
});
