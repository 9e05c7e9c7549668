import { entityOf } from '../../../functions/kit/entity';
import { optional } from '../../../functions/kit/model/field';
import { object } from '../../../functions/kit/model/objects';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { checkMembers } from '../../../lib/transfer/line';

const text = { maxLength: 9 };
const none = { summary: '', request: {} };
const noteWith = (path: `/${string}`, ...members: readonly string[]): Resource => {
  const input = { place: object(Object.fromEntries(members.map((name) => [name, optional(text)]))) };
  const examples = { stored: [{ id: '' }, { id: '' }] as const, create: none, replace: none, update: none };
  return { ...entityOf({ collection: 'NOTE', path, model: input }), about: '', input, examples };
};

test.each([
  [['city', 'zip'], ['city'], undefined],
  [['city', 'zip'], ['city', 'floor'], 'No line of an export can have place.floor of /api/v2/notes'],
])('an export of versions with %j and %j leaves out no member', (later, first, error) => {
  const [main, other] = [noteWith('/api/v2/notes', ...later), noteWith('/api/v1/notes', ...first)];
  const check = () => checkMembers([['note', main, []]], () => [other, main]);
  if (error) expect(check).toThrow(error);
  else expect(check).not.toThrow();
});
