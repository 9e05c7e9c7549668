import { createHash, randomUUID } from 'node:crypto';
import { isRead } from './calls';
import { type Reply, type StoredJson, startTable } from './table';

/** State of the table: its items, and the tokens of the transactions that made them, each with the one that DynamoDB got. */
type State = {
  readonly items: readonly StoredJson[];
  readonly tokens: Readonly<Record<string, string>>;
  /** Differs from that of each other state. */
  readonly digest: string;
  /** The calls that were made in this state, each with its reply and the state after it. */
  readonly calls: Map<string, { readonly reply: Reply; readonly after: State }>;
};

const MAX_STATES = 5_000;

/**
 * Starts a table that remembers what a call does in a state. Thousands of schedules begin with the same calls, and
 * DynamoDB executes each of these once.
 */
export const startStates = async () => {
  const table = await startTable();
  const states = new Map<string, State>();
  const stateOf = (items: readonly StoredJson[], tokens: State['tokens'] = {}): State => {
    const digest = createHash('sha256')
      .update(JSON.stringify([items, tokens]))
      .digest('base64url');
    const state = states.get(digest) ?? { items, tokens, digest, calls: new Map() };
    if (states.size > MAX_STATES) states.clear();
    states.set(digest, state);
    return state;
  };
  let current = stateOf([]);
  /** The items that DynamoDB has. */
  let stored = current.items;

  const execute = async (operation: string, body: string) => {
    const { items, tokens } = current;
    await table.write(stored, items);
    // DynamoDB remembers a token after the state is left. A transaction that this state does not know gets a new one.
    const [, token = ''] = /"ClientRequestToken":"([^"]+)"/.exec(body) ?? [];
    const sentToken = tokens[token] ?? randomUUID();
    const reply = await table.send(operation, token ? body.replace(token, sentToken) : body);
    const isChanged = reply[0] === 200 && !isRead(operation);
    stored = isChanged ? await table.read() : items;
    const after = isChanged ? stateOf(stored, token ? { ...tokens, [token]: sentToken } : tokens) : current;
    return { reply, after };
  };
  return {
    ...table,
    /** Makes a call, which leads to another state. */
    send: async (operation: string, body: string) => {
      const { calls } = current;
      const known = calls.get(operation + body) ?? (await execute(operation, body));
      calls.set(operation + body, known);
      current = known.after;
      return known.reply;
    },
    state: () => current,
    restore: (items: readonly StoredJson[]) => {
      current = stateOf(items);
    },
  };
};
