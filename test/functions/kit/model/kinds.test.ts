import fc from 'fast-check';
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

test.each<[Name, string, error: string, index?: number]>([
  ['count', '"5"', 'must be an integer, not a string'],
  ['count', '1.5', 'must be an integer, not 1.5'],
  ['count', '-1', 'must be at least 0'],
  ['count', '1000000001', 'must be at most 1000000000'],
  ['whole', '9007199254740992', 'must be at most 9007199254740991'],
  ['whole', '1e400', 'must be at most 9007199254740991'],
  ['price', 'true', 'must be a number, not true'],
  ['price', 'null', 'must be a number, not null'],
  ['price', '1.1e125', 'must be at most 1e+125'],
  ['price', '-1e400', 'must be at least -1e+125'],
  ['price', '1e-200', 'must be 0, or at least 1e-130 away from 0'],
  ['active', '"true"', 'must be true or false, not a string'],
  ['active', '0', 'must be true or false, not 0'],
  ['soldAt', '0', 'must be a string, not 0'],
  ['soldAt', '"2026-11-01"', noInstant],
  ['soldAt', '"2026-02-30T00:00:00Z"', noInstant],
  ['soldAt', '"2026-11-01T24:00:00Z"', noInstant],
  ['soldAt', '"0000-01-01T00:00:00+01:00"', noInstant],
  ['soldAt', '"9999-12-31T23:59:59-01:00"', noInstant],
  ['tags', '"one"', 'must be an array, not a string'],
  ['tags', '{}', 'must be an array, not Object'],
  ['tags', JSON.stringify(Array(21).fill('a')), 'must have at most 20 items'],
  ['tags', '["a","b","c"," "]', 'must not be only white space', 3],
  ['tags', '[["a"]]', 'must be a string, not Array', 0],
  ['tags', '[null]', 'must be a string, not null', 0],
  ['status', '"archived"', 'must be draft or published'],
])('the field %s refuses %s: %s', (name, json, ...error) => {
  expect(read(name, json)).toEqual([error]);
});

test.each(Object.entries(fields))('the example of %s is valid, and of the type that a stored value has', (_, field) => {
  expect(errorOf(field, field.example)).toBeUndefined();
  expect([isOfType(field, field.example), isOfType(field, {})]).toEqual([true, false]);
});

test('a default is in the form in which the service stores it', () => {
  expect(fields.due.default).toBe('2026-11-01T08:30:00.000Z');
});

test('a number that DynamoDB can store is kept as the same double', () => {
  const isStorable = (value: number) => value === 0 || (Math.abs(value) >= 1e-130 && Math.abs(value) <= 1e125);
  const property = fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    const kept = read('price', JSON.stringify(value));
    if (isStorable(value)) expect(kept).toBe(value === 0 ? 0 : value);
    else expect(kept).toEqual([[expect.stringContaining('must be')]]);
  });
  fc.assert(property);
});
