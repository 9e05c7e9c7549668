import type { DraftPart } from './draft';

const validTypes: [string | undefined, ...string[]] = [
  undefined,
  'application/json',
  'application/json; charset=utf-8',
  'Application/JSON ;Charset="UTF-8"; x=y',
  'application/merge-patch+json',
  'text/plain',
  'application/x-www-form-urlencoded',
];

const strangeTypes: [string, ...string[]] = [
  'text/html',
  'application/jsonp',
  'application/json, text/html',
  'application/json; charset=latin1',
  'text/plain; charset=us-ascii',
  'json',
  '*/*',
  'application/+json',
  '+json',
  'application/json\0',
  'x'.repeat(9000),
  `application/json;${' '.repeat(9000)}charset=x`,
];

export const contentType: DraftPart = ({ method, headers, refusals }, random, isHostile) => {
  if (isHostile) refusals.push(415);
  const isPatch = method === 'PATCH';
  const valid = random.pick([random.pick(validTypes), isPatch ? undefined : 'application/vnd.api+json']);
  const chosen = isHostile ? random.pick(strangeTypes) : valid;
  if (chosen !== undefined) headers['content-type'] = chosen;
  // These types are read as JSON only in a request without an Origin header.
  if (/^(text|.*urlencoded)/.test(valid ?? '') && !isHostile && random.chance(0.1)) {
    headers.origin = 'https://evil.example';
    refusals.push(415);
  }
  if (isHostile && random.chance(0.1)) {
    headers['content-type'] = 'application/json';
    headers['content-encoding'] = random.pick(['gzip', 'br', 'x']);
  }
};

const strangeTags: [string, ...string[]] = [
  'abc',
  '"abc',
  '"a" "b"',
  '"a","b',
  '*, "a"',
  'W/abc',
  'w/"a"',
  '"a b"',
  '"\u{1f600}"',
  `${'"a",'.repeat(101)}"a"`,
  `${', '.repeat(5000)}x`,
  `"${'x'.repeat(10_000)}`,
];

const tags: [string, ...string[]] = ['*', '"rev-1"', '"a", "b"', 'W/"a"', ' "a" ,, W/"b",', `${'"a",'.repeat(99)}"a"`];

export const preconditions: DraftPart = ({ method, headers, refusals }, random, isHostile) => {
  const isRead = method === 'GET';
  const name = random.chance(isRead ? 0.8 : 0.3) ? 'if-none-match' : 'if-match';
  if (isHostile) refusals.push(400);
  if (isHostile) headers[name] = random.pick(strangeTags);
  else if (random.chance(0.3)) headers[name] = random.pick(tags);
};

const strangeKeys: [string, ...string[]] = ['', ' ', 'a b', 'é', '\0', '\u{1f600}', '\x7f', 'x'.repeat(256), '\ud800'];

export const idempotency: DraftPart = ({ headers, refusals }, random, isHostile) => {
  if (isHostile) refusals.push(400);
  if (isHostile) headers['idempotency-key'] = random.pick(strangeKeys);
  else if (random.chance(0.3))
    headers['idempotency-key'] = random.pick(['!', '~', 'a,b', '"k"', '__proto__', 'x'.repeat(255)]);
};

const harmlessHeaders: [[name: string, value: string], ...[string, string][]] = [
  ['prefer', 'return=minimal'],
  ['prefer', 'return=representation'],
  ['prefer', 'RETURN = "minimal"; x'],
  ['prefer', 'wait=1, return=minimal'],
  ['prefer', 'count=exact'],
  ['prefer', 'return=minimal, count="exact"'],
  ['prefer', '"'],
  ['accept', 'text/html'],
  ['accept-encoding', 'gzip'],
  ['accept-encoding', 'gzip;q=0.5, br'],
  ['accept-encoding', 'br;q=7, *;q=0, ,;,"'],
  ['accept-encoding', 'zstd, gzip, '.repeat(700)],
  ['accept', ''],
  ['accept', '\0'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['x-http-method-override', 'DELETE'],
  ['user-agent', 'x'.repeat(8000)],
  ['x-forwarded-for', '::1, unknown'],
  ['x-forwarded-proto', 'http'],
  ['x-forwarded-proto', 'javascript'],
];

/** Adds headers that do not change whether a request is accepted. */
export const harmless: DraftPart = ({ headers }, random) => {
  while (random.chance(0.3)) {
    const [name, value] = random.pick(harmlessHeaders);
    // An assignment to `__proto__` would set the prototype.
    Object.defineProperty(headers, name, { value, enumerable: true, configurable: true });
  }
};
