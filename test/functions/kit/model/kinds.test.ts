import { errorOf, isOfType, readValues } from '../../../../functions/kit/model/check';
import { notBlank, nullable, withDefault } from '../../../../functions/kit/model/field';
import { boolean, instant, integer, number, oneOf, texts } from '../../../../functions/kit/model/kinds';

const fields = {
  count: integer({ minimum: 0, maximum: 1_000_000_000 }),
  whole: integer(),
  price: number(),
  active: boolean,
  soldAt: instant,
  tags: texts(notBlank({ maxLength: 5 }), { maxItems: 20 }),
  status: oneOf('draft', 'published'),
  plan: oneOf('free', 'pro', 'enterprise'),
  rest: nullable(withDefault(integer(), 3), 3),
  due: nullable(withDefault(instant, '2026-11-01T09:30:00+01:00')),
};
type Name = keyof typeof fields;

/** Reads one field of a JSON body, and returns the value, or each error with its index. */
const read = (name: Name, json: string) => {
  const errors: unknown[][] = [];
  const values = readValues({ [name]: fields[name] }, { [name]: JSON.parse(json) }, (_, ...error) =>
    errors.push(error),
  );
  return errors.length > 0 ? errors : values[name];
};

test.each<[Name, string, unknown]>([
  ['count', '1e3', 1000],
  ['count', '1000.0', 1000],
  ['count', '1000000000', 1_000_000_000],
  ['whole', '-9007199254740991', Number.MIN_SAFE_INTEGER],
  ['price', '1e-130', 1e-130],
  ['price', '-1e125', -1e125],
  ['price', '1e-400', 0],
  ['active', 'false', false],
  ['soldAt', '"1899-12-31T23:59:59.9999+01:00"', '1899-12-31T22:59:59.999Z'],
  ['soldAt', '"2026-11-01T20:30:00-23:30"', '2026-11-02T20:00:00.000Z'],
  ['soldAt', '"0000-01-01T00:00:00z"', '0000-01-01T00:00:00.000Z'],
  ['tags', '[]', []],
  ['tags', '["b","a","b"]', ['b', 'a', 'b']],
  ['tags', JSON.stringify(Array(20).fill('a')), Array(20).fill('a')],
  ['status', '"draft"', 'draft'],
  ['rest', 'null', 3],
])('the field %s reads %s as %j', (name, json, value) => {
  expect(read(name, json)).toEqual(value);
});

const noInstant = 'must be a time that exists, with an offset, such as 2026-11-01T09:30:00+01:00';

test.each<[Name, string, rule: string, error: string, index?: number]>([
  ['count', '"5"', 'type', 'must be an integer, not a string'],
  ['count', '1.5', 'type', 'must be an integer, not 1.5'],
  ['count', '-1', 'too-small', 'must be at least 0'],
  ['count', '1000000001', 'too-large', 'must be at most 1000000000'],
  ['whole', '9007199254740992', 'too-large', 'must be at most 9007199254740991'],
  ['whole', '1e400', 'too-large', 'must be at most 9007199254740991'],
  ['price', 'true', 'type', 'must be a number, not true'],
  ['price', 'null', 'type', 'must be a number, not null'],
  ['price', '1.1e125', 'too-large', 'must be at most 1e+125'],
  ['price', '-1e400', 'too-small', 'must be at least -1e+125'],
  ['price', '1e-200', 'too-small', 'must be 0, or at least 1e-130 away from 0'],
  ['active', '"true"', 'type', 'must be true or false, not a string'],
  ['active', '0', 'type', 'must be true or false, not 0'],
  ['soldAt', '0', 'type', 'must be a string, not 0'],
  ['soldAt', '"2026-11-01"', 'format', noInstant],
  ['soldAt', '"2026-02-30T00:00:00Z"', 'format', noInstant],
  ['soldAt', '"2026-11-01T24:00:00Z"', 'format', noInstant],
  ['soldAt', '"0000-01-01T00:00:00+01:00"', 'format', noInstant],
  ['soldAt', '"9999-12-31T23:59:59-01:00"', 'format', noInstant],
  ['tags', '"one"', 'type', 'must be an array, not a string'],
  ['tags', '{}', 'type', 'must be an array, not Object'],
  ['tags', JSON.stringify(Array(21).fill('a')), 'too-long', 'must have at most 20 items'],
  ['tags', '["a","b","c"," "]', 'format', 'must not be only white space', 3],
  ['tags', '[["a"]]', 'type', 'must be a string, not Array', 0],
  ['tags', '[null]', 'type', 'must be a string, not null', 0],
  ['status', '"archived"', 'not-allowed', 'must be draft or published'],
  ['plan', '"gold"', 'not-allowed', 'must be free, pro or enterprise'],
])('the field %s refuses %s by %s: %s', (name, json, rule, error, ...index) => {
  expect(read(name, json)).toEqual([[[rule, error], ...(index.length > 0 ? [index] : [])]]);
});

test.each(Object.entries(fields))('the example of %s is valid, and of the type that a stored value has', (_, field) => {
  expect(errorOf(field, field.example)).toBeUndefined();
  expect([isOfType(field, field.example), isOfType(field, {})]).toEqual([true, false]);
});

test('a default is in the form in which the service stores it', () => {
  expect(fields.due.default).toBe('2026-11-01T08:30:00.000Z');
});
