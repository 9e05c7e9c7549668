import { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { READ_ONLY } from '../../functions/kit/http/fields';
import { type ApiClient, formatProblem } from './api';
import { nouns, readLines, type TransferLine } from './line';

const CONCURRENCY = 8;

export type ImportOutcome = 'created' | 'already there' | 'rejected';
type OnLine = (line: TransferLine, outcome: ImportOutcome, reason?: string) => void;

/** Returns the fields that a client can write. A missing field gets its default. */
const writableFields = (noun: string, resource: object) => {
  const defaults = Object.entries(nouns.get(noun)?.input ?? {}).map(([name, field]) => [name, field.default]);
  const fields = Object.entries(resource).filter(([name]) => !READ_ONLY.includes(name));
  return Object.fromEntries([...defaults, ...fields]);
};

const lineForms = [...nouns.keys()].map((noun) => `{"${noun}":{…}}`).join(' or ');

const importLine = async (api: ApiClient, { noun, resource }: TransferLine): Promise<[ImportOutcome, string?]> => {
  if (!noun) return ['rejected', `is not ${lineForms}`];
  if (typeof resource.id !== 'string') return ['rejected', 'has no id'];
  const path = `${nouns.get(noun)?.path}/${encodeURIComponent(resource.id)}`;
  const headers = { 'if-none-match': '*', prefer: 'return=minimal' };
  const response = await api('PUT', path, { headers, body: resource });
  // Stops when the API refuses access, because the other lines would fail, too.
  if (response.status === 401 || (response.status === 403 && Object(response.body).code !== 'not-owner'))
    throw new Error(`The API refuses access (${formatProblem(response)}); pass a valid --token.`);
  if (response.status === 201) return ['created'];
  if (response.status !== 412) return ['rejected', formatProblem(response)];
  const { body } = await api('GET', path);
  // A line without an owner, from a stage without ownership, is the same as the item that an admin has created from it.
  const { owner, ...fields }: Record<string, unknown> = Object(body);
  const stored = 'owner' in resource ? { ...fields, owner } : fields;
  return isDeepStrictEqual(writableFields(noun, stored), writableFields(noun, resource))
    ? ['already there']
    : ['rejected', 'is already there with other content'];
};

/** Creates the resources in a file, parents before their children. Resources that already exist stay unchanged. */
export const importFile = async (api: ApiClient, file: string, onLine: OnLine) => {
  const [firstNoun] = nouns.keys();
  for (const noun of nouns.keys()) {
    // Lines of an unknown form are rejected together with those of the first noun.
    const isNext = (line: TransferLine) => line.text.trim() !== '' && (line.noun ?? firstNoun) === noun;
    const run = async (line: TransferLine) => onLine(line, ...(await importLine(api, line)));
    await Readable.from(readLines(file)).filter(isNext).forEach(run, { concurrency: CONCURRENCY });
  }
};
