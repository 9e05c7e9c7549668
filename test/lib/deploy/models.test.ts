import { type Field, optional, withDefault } from '../../../functions/model/field';
import { boolean, instant, integer, list, number, oneOf } from '../../../functions/model/kinds';
import { reasonsAgainst } from '../../../lib/deploy/models';
import { modelsOf } from '../../../lib/stack/models';

const modelsWith = (status?: Field) =>
  modelsOf({ getPost: { routeKey: 'GET /posts/{id}', response: status && { status }, access: 'public' } });

const [text, set] = [{ maxLength: 9, pattern: [/x/, ''] } as const, oneOf('draft', 'published')];
const lack = (have: string) => `is required, and stored posts ${have} none: give it a default, or make it optional`;
const other = (is: string, was: string) => `is ${is}, and stored posts have ${was}: keep ${was}, or rename it`;
const removed = 'refuses "draft", and stored posts may have it: keep the value';

test.each<['refused' | 'accepted', change: string, was?: Field, is?: Field, ...reasons: string[]]>([
  ['refused', 'a new required field', undefined, text, lack('have')],
  ['refused', 'a field that was optional', optional(text), text, lack('may have')],
  ['refused', 'a field that had a default', withDefault(text, ''), text, lack('may have')],
  ['refused', 'an optional field of another kind', text, optional(integer()), other('integer', 'text')],
  ['refused', 'whole numbers only', number(), integer(), other('integer', 'number')],
  ['refused', 'instants only', text, instant, other('instant', 'text')],
  ['refused', 'a set of texts', text, set, other('oneOf', 'text')],
  ['refused', 'a list of a set', list(text), list(set), other('list of oneOf', 'list of text')],
  ['refused', 'a value less, and no default', withDefault(set, 'draft'), oneOf('published'), lack('may have'), removed],
  ['refused', 'a value less in a list', list(set), list(oneOf('published')), removed],
  ['accepted', 'a new optional field', undefined, optional(text)],
  ['accepted', 'a new field with a default', undefined, withDefault(boolean, false)],
  ['accepted', 'a field less', text, undefined],
  ['accepted', 'fractions', integer(), number()],
  ['accepted', 'any text for a set', set, text],
  ['accepted', 'any text for an instant', instant, text],
  ['accepted', 'lists of any text', list(set), list(text)],
  ['accepted', 'a value more', set, oneOf('new', 'draft', 'published')],
  ['accepted', 'another length, pattern and default', withDefault(text, ''), withDefault({ maxLength: 5 }, 'a')],
])('models are %s with %s', (_, _change, was, is, ...reasons) => {
  expect(reasonsAgainst(modelsWith(is), modelsWith(was))).toEqual(reasons.map((reason) => `posts.status ${reason}`));
});
