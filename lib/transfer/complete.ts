import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../functions/kit/rules/problem';
import { pauseToRetry, THROTTLED } from '../../functions/kit/table/retry';
import { messageOf } from '../command';
import { type ApiClient, formatProblem } from './api';
import { type Members, memberPathOf, type ServerPart, type TransferLine } from './line';
import { setServerFields } from './server-fields';

export type ImportOutcome = 'created' | 'already there' | 'rejected';
export type LineOutcome = readonly [ImportOutcome, reason?: string];

export const OTHER_CONTENT = 'is already there with other content';

/** Line whose resource is there. `given` has the values that its creation set otherwise than the defaults. */
export type BegunLine = { readonly outcome: ImportOutcome; readonly given: Members };

type Completion = { readonly id: string; readonly given: Members; readonly table: string | undefined };

/** Returns the reason of a write that the table refuses, or undefined for a write that may succeed later. */
const refusalOf = async (error: unknown, table: string) => {
  if (error instanceof Problem) {
    const { status } = error;
    if (status === 412 || status === 503) return undefined;
    if (status === 404) return `is not in the table ${table}; name the table of this API`;
    return formatProblem({ status, body: error.body('') });
  }
  if (Object(error).$retryable) return undefined;
  if (Object(error).name !== 'ResourceNotFoundException') throw error;
  const { client } = await import('../../functions/kit/dynamodb/client');
  throw new Error(`There is no table ${table} in ${await client.config.region()}`);
};

/** Sets the fields of a part that differ from the line, if each of them still has what a creation gives. */
const completePart = async (
  api: ApiClient,
  { noun, version, values }: ServerPart,
  { id, given, table }: Completion,
): Promise<LineOutcome> => {
  for (let tries = 1; ; tries++) {
    const response = await api('GET', memberPathOf(noun, id));
    if (response.status !== 200) return ['rejected', formatProblem(response)];
    const stored: Members = Object(response.body);
    const differing = Object.keys(values).filter((name) => !isDeepStrictEqual(stored[name], values[name]));
    // The write before a lost reply may have been applied.
    if (differing.length === 0) return [tries === 1 ? 'already there' : 'created'];
    const isChanged = (name: string) =>
      !isDeepStrictEqual(stored[name], name in given ? given[name] : version.input[name]?.default);
    if (differing.some(isChanged)) return ['rejected', OTHER_CONTENT];
    if (!table)
      return [
        'rejected',
        `is there without its ${differing.join(', ')}, which the API does not set; import it again with --table <name>`,
      ];
    const etag = response.headers.get('etag') ?? '';
    const changes = Object.fromEntries(differing.map((name) => [name, values[name]]));
    try {
      await setServerFields(version, { id, etag, values: changes });
      return ['created'];
    } catch (error) {
      const refusal = await refusalOf(error, table);
      if (refusal) return ['rejected', refusal];
      if (!(await pauseToRetry(tries, THROTTLED)))
        throw new Error(
          `The table ${table} fails in all ${tries} tries (${messageOf(error)}); run the command again later.`,
        );
    }
  }
};

/**
 * Gives the resource of a line the fields that the API does not set. The other lines are there by then, because the creation of
 * a child may change its parent, such as a total.
 */
export const completeLine = async (
  api: ApiClient,
  { noun, resource, serverParts }: TransferLine,
  { outcome, given, table }: BegunLine & Pick<Completion, 'table'>,
): Promise<LineOutcome> => {
  let result = outcome;
  for (const part of serverParts) {
    const target = { id: String(resource.id), given: part.noun === noun ? given : {}, table };
    const [found, reason] = await completePart(api, part, target);
    if (found === 'rejected') return [found, reason];
    if (found === 'created') result = found;
  }
  return [result];
};
