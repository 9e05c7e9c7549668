import { entryOf, methodOf, pathOf, type Route } from '../../../functions/http/route';
import * as routes from '../../../functions/routes';
import { cancelled, conditionFailed } from '../../support/dynamodb/commands';
import { eventOf, invoke } from '../../support/event';
import { mockTable, storedPost } from '../../support/table';
import { randomOf } from '../../torture/random';

const table = mockTable();
const { pick, chance, below } = randomOf(5);

/** Text that every request and item holds, and no log line. */
const MARK = 'c4n4ry';

const values = [
  MARK,
  `Bearer ${MARK}`,
  `"${MARK}"`,
  `${MARK}@example.com`,
  `\n{"route":"${MARK}"}\n`,
  `${MARK}\u2028\u0000"}`,
  `{"${MARK}":`,
  `${'x'.repeat(3000)}${MARK}`,
  `%00${MARK}%ff`,
] as const;
const names = [
  ...(['authorization', 'cookie', 'if-match', 'if-none-match', 'idempotency-key', 'prefer', 'content-type'] as const),
  ...(['content-encoding', 'accept', 'accept-encoding', 'origin', 'host', 'user-agent', 'x-forwarded-for'] as const),
  `x-${MARK}`,
] as const;
const parameters = ['email', 'userId', 'after', 'limit', 'order', 'force', MARK] as const;
const members = ['name', 'email', 'title', 'content', 'userId', 'id', MARK, '__proto__'] as const;

/** Makes up to `max` values. Every other time it makes none, because hostile parts hide the responses to the others. */
const some = <T>(max: number, make: () => T) => Array.from({ length: chance(0.5) ? 0 : below(max + 1) }, make);

const body = () => {
  if (chance(0.2)) return pick(values);
  if (chance(0.4)) return { name: MARK, email: `${MARK}${below(1e9)}@example.com` };
  if (chance(0.6)) return { title: MARK, content: pick(values) };
  return Object.fromEntries(some(4, () => [pick(members), chance(0.8) ? pick(values) : { [MARK]: [MARK] }]));
};

/** Claims of a token with or without a subject, of an admin or of somebody else. */
const claims = (): Record<string, string> => ({
  ...pick<Record<string, string>>([
    { sub: MARK },
    { client_id: MARK },
    { sub: `${MARK}@example.com`, client_id: MARK },
  ]),
  iss: `https://${MARK}.example/`,
  email: `${MARK}@example.com`,
  scope: pick([MARK, 'users:admin posts:admin', 'users:write posts:write'] as const),
});

const event = ({ route }: { route: Route }) => {
  const id = chance(0.7) ? storedPost.sk : encodeURIComponent(pick(values));
  const path = route.routeKey === '$default' ? `/${MARK}/${pick(values)}` : pathOf(route).replace('{id}', id);
  const query = some(2, () => `${pick(parameters)}=${encodeURIComponent(pick(values))}`).join('&');
  const headers = Object.fromEntries(some(4, () => [pick(names), pick(values)]));
  const made = eventOf(`${route.routeKey === '$default' ? 'GET' : methodOf(route)} ${path}`, {
    headers,
    query,
    body: route.body && body(),
    isBase64Encoded: chance(0.1),
    claims: chance(0.5) ? claims() : undefined,
  });
  const { http, ...context } = made.requestContext;
  return {
    ...made,
    routeKey: route.routeKey,
    cookies: [MARK],
    requestContext: {
      ...context,
      routeKey: route.routeKey,
      http: { ...http, userAgent: MARK },
    },
  };
};

const marked = {
  ...storedPost,
  title: MARK,
  content: MARK,
  name: MARK,
  email: `${MARK}@example.com`,
  postCount: 1,
  secret: MARK,
};

/** Replies of DynamoDB. Their items hold the text, too, and some are malformed. */
const replies = [
  () => ({ Item: marked, Attributes: marked, Items: [marked, marked] }),
  () => ({ Item: { ...marked, rev: undefined, title: { [MARK]: MARK } }, Items: [{ ...marked, updatedAt: [MARK] }] }),
  () => ({ Items: [{ ...marked, userId: { [MARK]: 1 } }] }),
  () => ({}),
  () => Promise.reject(conditionFailed(marked)),
  () => Promise.reject(cancelled({ Code: 'ConditionalCheckFailed', Item: marked }, 'None')),
  () => Promise.reject(new SyntaxError(`Unexpected token 'x', "{"${MARK}"..." is not valid JSON`)),
  () => Promise.reject(new TypeError(`The argument must be a string. Received '${MARK}'`)),
  () => Promise.reject(MARK),
] as const;

test('hostile requests leave log lines that are JSON, and hold nothing that was sent or stored', async () => {
  table.onAnyCommand().callsFake(() => pick(replies)());
  const rows = await Promise.all(
    Object.values<Route>(routes).map(async (route) => ({
      route,
      handler: (await import(`../../../${entryOf(route).replace(/\.ts$/, '')}`)).handler,
    })),
  );
  const statuses = new Set<number>();
  const errors: string[] = [];
  let lines = 0;
  const total = 150 * rows.length;
  for (let count = 0; count < total; count++) {
    const chosen = rows[below(rows.length)];
    if (!chosen) continue;
    table.forget();
    process.env.OWNERSHIP = chance(0.2) ? 'true' : '';
    const { status = 0 } = await invoke(chosen.handler, event(chosen));
    statuses.add(status);
    const logged = table.logged();
    lines += logged.length;
    const ofRequest = logged.filter((line) => 'route' in line);
    if (ofRequest.length !== 1) errors.push(`${ofRequest.length} lines of a request`);
    const text = JSON.stringify(logged);
    if (text.toLowerCase().includes(MARK)) errors.push(text);
  }
  expect(errors.slice(0, 5)).toEqual([]);
  expect(lines).toBeGreaterThan(total);
  // Responses of every kind are among them, because a failure is logged by other code than a success.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 204, 400, 403, 404, 409, 412, 415, 500, 503]));
});
