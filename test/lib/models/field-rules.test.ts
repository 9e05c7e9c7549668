import { type Field, type Fields, indexed, optional } from '../../../functions/kit/model/field';
import { boolean, decimal, instant, integer, number, oneOf, texts } from '../../../functions/kit/model/kinds';
import { belongsTo } from '../../../functions/kit/model/relation';
import { sorted } from '../../../functions/kit/model/sorted';
import { filterErrorOf, sortErrorOf, valueErrorOf } from '../../../lib/models/field-rules';

const text = { maxLength: 9 };
const within = (name: string) => sorted(number(), { within: [name] });
const among = (name: string) => `is sorted within "${name}"; allowed: a parent, such as productId, or an indexed field`;
const taken = (name: string) => `makes the parameter ${name}, which is there already; choose another name`;
const productId = belongsTo({ attribute: 'productId', parent: 'product' });

test.each<[what: string, error: string | undefined, name: string, field: Field, others?: Fields]>([
  ['boolean', 'cannot be sorted; use a number, an instant or a text', 'isDone', sorted(boolean)],
  ['list', 'cannot be sorted; use a number, an instant or a text', 'tags', sorted(texts(text))],
  ['text that is too long', 'can have 1028 bytes; lower its maxLength to 256', 'name', sorted({ maxLength: 257 })],
  ['text of 1,024 bytes', undefined, 'name', sorted({ maxLength: 256 })],
  ['number within a field that is not there', among('category'), 'price', within('category')],
  ['number within a field that finds nothing', among('category'), 'price', within('category'), { category: text }],
  ['number within an indexed field', undefined, 'price', within('category'), { category: indexed(text) }],
  ['number within a parent', undefined, 'price', within('productId'), { productId: optional(productId) }],
  ['set', undefined, 'state', sorted(oneOf('open', 'done'))],
  ['instant whose bound each list has', taken('createdSince'), 'created', sorted(instant)],
  ['number whose bound is indexed', taken('priceMin'), 'price', sorted(number()), { priceMin: indexed(integer()) }],
  ['number beside a field with the name of a bound', undefined, 'price', sorted(number()), { priceMin: integer() }],
  ['text whose prefix is indexed', taken('namePrefix'), 'name', sorted(text), { namePrefix: indexed(text) }],
  ['text beside an index of another kind of bound', undefined, 'name', sorted(text), { nameMin: indexed(integer()) }],
])('a sorted %s has the error %j', (_, error, name, field, others = {}) => {
  expect(sortErrorOf(name, field, { ...others, [name]: field })).toBe(error);
});

test.each(['sort', 'afterValue', 'owner', 'order'])('no list finds by a field %s, which is a parameter', (name) => {
  expect(filterErrorOf(name, indexed(text))).toBe('is a parameter of every list; choose another name');
});

test.each([
  [decimal(-1), 'has -1 decimals; choose 1 to 8'],
  [decimal(1.5), 'has 1.5 decimals; choose 1 to 8'],
  [decimal(2, { minimum: 0.005 }), 'has the bound 0.005, which has more than 2 decimals'],
  [decimal(2, { minimum: 0.05 }), undefined],
])('a decimal that no value can have is refused: %j', (field, error) => {
  expect(valueErrorOf(field)).toBe(error);
});
