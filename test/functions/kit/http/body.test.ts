import { readBody } from '../../../../functions/kit/http/body';
import { cpuMs, expectWithin } from '../../../support/time';
import { eventOf } from '../../../support/unit/event';

test.each([
  ['no-break spaces before it', `${'\u00a0'.repeat(100_000)}a b`],
  ['spaces in it', `a${' '.repeat(100_000)}b`],
  ['parameters', `a${';charset '.repeat(10_000)}b`],
])('a content type with many %s is refused in linear time', (_, type) => {
  const event = eventOf('POST /things', { headers: { 'content-type': type }, body: {} });
  const startedMs = cpuMs();
  const read = () => readBody({ routeKey: 'POST /things', body: {} }, event, { caller: undefined, errors: [] });
  expect(read).toThrow('The body must be application/json in UTF-8, not compressed.');
  // Quadratic time would be more than 10 s.
  expectWithin(500, cpuMs() - startedMs);
});
