import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { READ_ONLY } from '../../functions/kit/rules/conditions';
import { type ApiClient, formatProblem } from './api';
import { type BegunLine, completeLine, type ImportOutcome, type LineOutcome, OTHER_CONTENT } from './complete';
import { type Members, memberPathOf, nouns, type OtherPart, readLines, type TransferLine } from './line';
import { splitMembers } from './server-fields';

const CONCURRENCY = 8;

type ImportOptions = {
  readonly onLine: (line: TransferLine, ...outcome: LineOutcome) => void;
  /** Gets the number of lines whose resources are there, and still lack what the API does not set. */
  readonly onWait?: (count: number) => void;
  /** Name of the table of the API, if the environment lets this process write to it. */
  readonly table?: string;
};

/** Returns the fields that a client can write. A missing field of these names gets its default. */
const writableFields = (noun: string, resource: Members, names?: readonly string[]) => {
  const { input = {} } = nouns.get(noun) ?? {};
  const isMeant = (name: string) =>
    names ? names.includes(name) : !READ_ONLY.includes(name) && !input[name]?.isServerSet;
  const defaults = Object.entries(input).map(([name, field]) => [name, field.default] as const);
  return Object.fromEntries([...defaults, ...Object.entries(resource)].filter(([name]) => isMeant(name)));
};

const lineForms = [...nouns.keys()].map((noun) => `{"${noun}":{…}}`).join(' or ');

/** Stops when the API refuses access, because the other lines would fail, too. */
const refuseAccess = (api: ApiClient): ApiClient => {
  return async (...request) => {
    const response = await api(...request);
    const { status, body } = response;
    if (status === 401 || (status === 403 && Object(body).code !== 'not-owner'))
      throw new Error(`The API refuses access (${formatProblem(response)}); pass a valid --token.`);
    return response;
  };
};

/** Writes the fields of another version into a resource that has only their defaults, as after an interrupted import. */
const importOther = async (api: ApiClient, part: OtherPart, id: string): Promise<LineOutcome> => {
  const { noun, values, names } = part;
  const path = memberPathOf(noun, id);
  const read = async () => {
    const { headers, body } = await api('GET', path);
    return { etag: headers.get('etag') ?? '', stored: writableFields(noun, Object(body), names) };
  };
  const { etag, stored } = await read();
  const defaults = writableFields(noun, {}, names);
  const expected = { ...defaults, ...values };
  if (isDeepStrictEqual(stored, expected)) return ['already there'];
  if (!isDeepStrictEqual(stored, defaults)) return ['rejected', OTHER_CONTENT];
  const headers = { 'if-match': etag, prefer: 'return=minimal' };
  const response = await api('PATCH', path, { headers, body: values });
  if (response.status === 204) return ['created'];
  // The PATCH before a lost response may have been applied.
  const isApplied = response.status === 412 && isDeepStrictEqual((await read()).stored, expected);
  return isApplied ? ['created'] : ['rejected', formatProblem(response)];
};

/** Returns the values of a new resource that only handlers set, and that its creation has set otherwise than the defaults. */
const givenIn = (noun: string, created: unknown): Members => {
  const { input = {} } = nouns.get(noun) ?? {};
  const { server } = splitMembers({ input }, Object(created));
  return Object.fromEntries(
    Object.entries(server).filter(([name, value]) => !isDeepStrictEqual(value, input[name]?.default)),
  );
};

type Imported = { readonly outcome: LineOutcome; readonly given: Members };

const importLine = async (api: ApiClient, line: TransferLine): Promise<Imported> => {
  const { noun, resource, others, serverParts } = line;
  const reject = (reason: string): Imported => ({ outcome: ['rejected', reason], given: {} });
  if (!noun) return reject(`is not ${lineForms}`);
  if (typeof resource.id !== 'string') return reject('has no id');
  const faults = serverParts.flatMap((part) => part.faults);
  if (faults.length > 0) return reject(faults.join('; '));
  const path = memberPathOf(noun, resource.id);
  const headers = { 'if-none-match': '*', ...(serverParts.length === 0 && { prefer: 'return=minimal' }) };
  const response = await api('PUT', path, { headers, body: resource });
  if (![201, 412].includes(response.status)) return reject(formatProblem(response));
  const isThere = response.status === 412;
  if (isThere) {
    const { body } = await api('GET', path);
    // A line without an owner, from a stage without ownership, is the same as the item that an admin has created from it.
    const { owner, ...fields }: Members = Object(body);
    const stored = 'owner' in resource ? { ...fields, owner } : fields;
    if (!isDeepStrictEqual(writableFields(noun, stored), writableFields(noun, resource))) return reject(OTHER_CONTENT);
  }
  let outcome: ImportOutcome = isThere ? 'already there' : 'created';
  for (const part of others) {
    const [found, reason] = await importOther(api, part, resource.id);
    if (found === 'rejected') return reject(`is there without its ${part.noun}: ${reason}`);
    if (found === 'created') outcome = found;
  }
  return { outcome: [outcome], given: isThere ? {} : givenIn(noun, response.body) };
};

/**
 * Creates the resources in a file, parents before their children, and then sets what the API does not set. Resources that already
 * exist stay unchanged, but for what an interrupted import has left out.
 */
export const importFile = async (api: ApiClient, file: string, { onLine, onWait, table }: ImportOptions) => {
  const [firstNoun] = nouns.keys();
  const client = refuseAccess(api);
  const waiting = new Map<number, BegunLine>();
  const playLines = async (isMeant: (line: TransferLine) => boolean, run: (line: TransferLine) => Promise<void>) => {
    await Readable.from(readLines(file)).filter(isMeant).forEach(run, { concurrency: CONCURRENCY });
  };
  for (const noun of nouns.keys()) {
    // Lines of an unknown form are rejected together with those of the first noun.
    const isNext = (line: TransferLine) => line.text.trim() !== '' && (line.noun ?? firstNoun) === noun;
    await playLines(isNext, async (line) => {
      const { outcome, given } = await importLine(client, line);
      const [result] = outcome;
      if (result === 'rejected' || line.serverParts.length === 0) return onLine(line, ...outcome);
      waiting.set(line.number, { outcome: result, given });
      onWait?.(waiting.size);
    });
  }
  if (waiting.size === 0) return;
  await playLines(
    ({ number }) => waiting.has(number),
    async (line) => {
      const begun = waiting.get(line.number);
      if (!begun) return;
      const outcome = await completeLine(client, line, { ...begun, table });
      waiting.delete(line.number);
      onWait?.(waiting.size);
      onLine(line, ...outcome);
    },
  );
};
