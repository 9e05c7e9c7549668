import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { READ_ONLY } from '../../functions/kit/rules/conditions';
import { type ApiClient, formatProblem } from './api';
import { type Members, nouns, type OtherPart, readLines, type TransferLine } from './line';

const CONCURRENCY = 8;

export type ImportOutcome = 'created' | 'already there' | 'rejected';
type OnLine = (line: TransferLine, outcome: ImportOutcome, reason?: string) => void;

/** Returns the fields that a client can write. A missing field of these names gets its default. */
const writableFields = (noun: string, resource: Members, names?: readonly string[]) => {
  const isMeant = (name: string) => (names ? names.includes(name) : !READ_ONLY.includes(name));
  const defaults = Object.entries(nouns.get(noun)?.input ?? {}).map(([name, field]) => [name, field.default] as const);
  return Object.fromEntries([...defaults, ...Object.entries(resource)].filter(([name]) => isMeant(name)));
};

const lineForms = [...nouns.keys()].map((noun) => `{"${noun}":{…}}`).join(' or ');
const OTHER_CONTENT = 'is already there with other content';

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

const pathOf = (noun: string, id: string) => `${nouns.get(noun)?.path}/${encodeURIComponent(id)}`;

type Outcome = readonly [ImportOutcome, reason?: string];

/** Writes the fields of another version into a resource that has only their defaults, as after an interrupted import. */
const importOther = async (api: ApiClient, part: OtherPart, id: string): Promise<Outcome> => {
  const { noun, values, names } = part;
  const path = pathOf(noun, id);
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

const importLine = async (api: ApiClient, { noun, resource, others }: TransferLine): Promise<Outcome> => {
  if (!noun) return ['rejected', `is not ${lineForms}`];
  if (typeof resource.id !== 'string') return ['rejected', 'has no id'];
  const path = pathOf(noun, resource.id);
  const headers = { 'if-none-match': '*', prefer: 'return=minimal' };
  const response = await api('PUT', path, { headers, body: resource });
  if (![201, 412].includes(response.status)) return ['rejected', formatProblem(response)];
  const isThere = response.status === 412;
  if (isThere) {
    const { body } = await api('GET', path);
    // A line without an owner, from a stage without ownership, is the same as the item that an admin has created from it.
    const { owner, ...fields }: Members = Object(body);
    const stored = 'owner' in resource ? { ...fields, owner } : fields;
    if (!isDeepStrictEqual(writableFields(noun, stored), writableFields(noun, resource)))
      return ['rejected', OTHER_CONTENT];
  }
  let outcome: ImportOutcome = isThere ? 'already there' : 'created';
  for (const part of others) {
    const [found, reason] = await importOther(api, part, resource.id);
    if (found === 'rejected') return [found, `is there without its ${part.noun}: ${reason}`];
    if (found === 'created') outcome = found;
  }
  return [outcome];
};

/** Creates the resources in a file, parents before their children. Resources that already exist stay unchanged. */
export const importFile = async (api: ApiClient, file: string, onLine: OnLine) => {
  const [firstNoun] = nouns.keys();
  const client = refuseAccess(api);
  for (const noun of nouns.keys()) {
    // Lines of an unknown form are rejected together with those of the first noun.
    const isNext = (line: TransferLine) => line.text.trim() !== '' && (line.noun ?? firstNoun) === noun;
    const run = async (line: TransferLine) => onLine(line, ...(await importLine(client, line)));
    await Readable.from(readLines(file)).filter(isNext).forEach(run, { concurrency: CONCURRENCY });
  }
};
