import { isDeepStrictEqual } from 'node:util';
import { type ApiClient, type ApiResponse, formatProblem } from './api';
import { kinds, pathOfKind, readLines, rowOf, type TransferLine } from './line';

const CONCURRENCY = 8;

export type ImportOutcome = 'created' | 'already there' | 'rejected';

type ImportOptions = {
  /** Number of the last line that an earlier import finished, by kind. */
  readonly done: Partial<Record<string, number>>;
  readonly onLine: (line: TransferLine, outcome: ImportOutcome, reason?: string) => void;
  readonly onSkipped: () => void;
  /** Called after each line. All lines of the kind up to this number are finished. */
  readonly onProgress: (kind: string, number: number) => void;
};

/** Returns the fields that a client can write. A missing field gets its default. */
const writableFields = (kind: string, resource: object) => {
  const { id: _, createdAt: __, updatedAt: ___, ...fields }: Record<string, unknown> = { ...resource };
  for (const [name, field] of Object.entries(rowOf(kind, 'create').takes ?? {})) fields[name] ??= field.default;
  return fields;
};

/** Allowed forms of a line: `{"user":{…}} or {"post":{…}}`. */
const lineForms = [...kinds.keys()].map((kind) => `{"${kind}":{…}}`).join(' or ');

/** Throws when the API refuses access, because the other lines would fail, too. */
const checkAccess = (response: ApiResponse) => {
  const isForeign = Object(response.body).code === 'not-owner';
  if (response.status === 401 || (response.status === 403 && !isForeign))
    throw new Error(`The API refuses access (${formatProblem(response)}); pass a valid --token.`);
};

const importLine = async (api: ApiClient, { kind, resource }: TransferLine): Promise<[ImportOutcome, string?]> => {
  if (!kind) return ['rejected', `is not ${lineForms}`];
  const { id }: { id?: unknown } = resource;
  if (typeof id !== 'string') return ['rejected', 'has no id'];
  const path = `${pathOfKind(kind)}/${encodeURIComponent(id)}`;
  const headers = { 'if-none-match': '*', prefer: 'return=minimal' };
  const response = await api('PUT', path, { headers, body: resource });
  checkAccess(response);
  if (response.status === 201) return ['created'];
  if (response.status !== 412) return ['rejected', formatProblem(response)];
  const { body } = await api('GET', path);
  // A line without an owner, from a stage without ownership, is the same as the item that an admin has created from it.
  const { owner, ...fields }: Record<string, unknown> = Object(body);
  const stored = 'owner' in resource ? { ...fields, owner } : fields;
  return isDeepStrictEqual(writableFields(kind, stored), writableFields(kind, resource))
    ? ['already there']
    : ['rejected', 'is already there with other content'];
};

/** Creates the resources in a file, parents before their children. Resources that already exist stay unchanged. */
export const importFile = async (api: ApiClient, file: string, options: ImportOptions) => {
  const [firstKind = ''] = kinds.keys();
  for (const kind of kinds.keys()) {
    const lines = readLines(file);
    const pending = new Set<number>();
    let latest = 0;
    const work = async () => {
      for (let next = await lines.next(); !next.done; next = await lines.next()) {
        const line = next.value;
        // Lines of an unknown kind are rejected together with those of the first kind.
        if ((line.kind ?? firstKind) !== kind) continue;
        if (line.number <= (options.done[kind] ?? 0)) {
          options.onSkipped();
          continue;
        }
        latest = line.number;
        pending.add(line.number);
        options.onLine(line, ...(await importLine(api, line)));
        pending.delete(line.number);
        options.onProgress(kind, Math.min(...pending, latest + 1) - 1);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
  }
};
