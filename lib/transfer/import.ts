import { isDeepStrictEqual } from 'node:util';
import type { Members } from '../../functions/model/member';
import { PostInput } from '../../functions/posts/model';
import { UserInput } from '../../functions/users/model';
import { type Answered, type Api, reasonOf } from './api';
import { collections, type Kind, kinds, type Line, linesOf } from './line';

const AT_ONCE = 8;

export type Outcome = 'created' | 'already there' | 'rejected';

type Options = {
  /** Lines up to this one are done, by kind. */
  readonly done: Partial<Record<string, number>>;
  readonly onLine: (line: Line, outcome: Outcome, reason?: string) => void;
  readonly onSkipped: () => void;
  /** Called now and then with what is done by now. */
  readonly onProgress: (kind: string, number: number) => void;
};

const models: Record<Kind, Members> = { user: UserInput, post: PostInput };

/** Takes the members that a client can write, with the default of each one that is left out. */
const writable = (kind: Kind, resource: object) => {
  const { id: _, createdAt: __, updatedAt: ___, ...members }: Record<string, unknown> = { ...resource };
  for (const [name, member] of Object.entries(models[kind])) members[name] ??= member.default;
  return members;
};

/** Without access nothing of the rest would go better. */
const checkAccess = (answer: Answered) => {
  if (answer.status === 401 || answer.status === 403) throw new Error(`The API refuses access: ${reasonOf(answer)}`);
};

const importLine = async (api: Api, { kind, resource }: Line): Promise<[Outcome, string?]> => {
  if (!kind) return ['rejected', 'is no {"user":{…}} and no {"post":{…}}'];
  const { id }: { id?: unknown } = resource;
  if (typeof id !== 'string') return ['rejected', 'has no id'];
  const path = `${collections[kind]}/${encodeURIComponent(id)}`;
  const headers = { 'if-none-match': '*', prefer: 'return=minimal' };
  const answer = await api('PUT', path, { headers, body: resource });
  checkAccess(answer);
  if (answer.status === 201) return ['created'];
  if (answer.status !== 412) return ['rejected', reasonOf(answer)];
  const { body } = await api('GET', path);
  return isDeepStrictEqual(writable(kind, Object(body)), writable(kind, resource))
    ? ['already there']
    : ['rejected', 'is there already, with other content'];
};

/** Creates what a file has, the users before the posts; what is there already stays as it is. */
export const importFile = async (api: Api, file: string, options: Options) => {
  // What is of no kind that is known is told of with the users.
  for (const kind of kinds) {
    const lines = linesOf(file);
    const underway = new Set<number>();
    let latest = 0;
    const work = async () => {
      for (let next = await lines.next(); !next.done; next = await lines.next()) {
        const line = next.value;
        if ((line.kind ?? 'user') !== kind) continue;
        if (line.number <= (options.done[kind] ?? 0)) {
          options.onSkipped();
          continue;
        }
        latest = line.number;
        underway.add(line.number);
        options.onLine(line, ...(await importLine(api, line)));
        underway.delete(line.number);
        options.onProgress(kind, Math.min(...underway, latest + 1) - 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
};
