import { country } from '../../../../../functions/kit/model/codes';
import {
  type Field,
  notBlank,
  nullable,
  optional,
  serverSet,
  withDefault,
} from '../../../../../functions/kit/model/field';
import { date, multiline, url, uuid } from '../../../../../functions/kit/model/formats';
import { Id } from '../../../../../functions/kit/model/id';
import { boolean, decimal, instant, integer, number, oneOf, texts } from '../../../../../functions/kit/model/kinds';
import { patchOf } from '../../../../../functions/kit/model/models';
import { object, objects } from '../../../../../functions/kit/model/objects';
import { states } from '../../../../../functions/kit/rules/states';
import { describeService } from '../../../../../functions/kit/site/openapi/document';
import { headerParameters } from '../../../../../functions/kit/site/openapi/headers';
import { schemaOf, schemaOfField } from '../../../../../functions/kit/site/openapi/schemas';
import { describeText, hasNoControl } from '../../../../support/texts';

describeText('any text', { maxLength: 50_000 }, hasNoControl);
describeText('a text of several lines', multiline(), hasNoControl);
describeText(
  'a text that is not blank',
  notBlank({ minLength: 1, maxLength: 100 }),
  (text) => hasNoControl(text) && /\S/.test(text),
);

describe('the schemas', () => {
  test('have no empty pattern, no escaped slash, and one pattern for a string', () => {
    const bare = JSON.stringify(describeService());
    expect(bare).not.toContain('"pattern":""');
    expect(bare).not.toContain('"allOf"');
    // JavaScript escapes the slash in the source of a pattern. A generator that adds its own escape would break the code.
    expect(bare).not.toContain('\\\\/');
    expect(schemaOfField(Id)).toMatchObject({ format: 'uuid', pattern: Id.pattern[0].source });
  });
});

test.each<[string, Field, object]>([
  ['an integer', integer({ minimum: 0 }), { type: 'integer', format: 'int64', minimum: 0, maximum: 2 ** 53 - 1 }],
  ['a number', number({ maximum: 9.5 }), { type: 'number', format: 'double', minimum: -1e125, maximum: 9.5 }],
  ['a boolean', boolean, { type: 'boolean' }],
  ['a time', instant, { type: 'string', format: 'date-time', maxLength: 64, pattern: instant.pattern[0].source }],
  [
    'a decimal',
    decimal(2, { minimum: 0, maximum: 9.5 }),
    { type: 'number', format: 'double', minimum: 0, maximum: 9.5, multipleOf: 0.01 },
  ],
  ['a date', date, { type: 'string', format: 'date', minLength: 10, maxLength: 10, pattern: date.pattern[0].source }],
  ['a UUID', uuid, { type: 'string', format: 'uuid', minLength: 36, maxLength: 36, pattern: uuid.pattern[0].source }],
  ['a URL', url, { type: 'string', maxLength: 2048, pattern: url.pattern[0].source }],
  ['a country', country, { type: 'string', enum: country.oneOf, pattern: '^[A-Z]{2}$' }],
  ['a text of a set', oneOf('a', 'b'), { type: 'string', enum: ['a', 'b'] }],
  ['a list', texts(oneOf('a')), { type: 'array', maxItems: 100, items: { type: 'string', enum: ['a'] } }],
  ['a field with null', nullable(boolean), { anyOf: [{ type: 'boolean' }, { type: 'null' }] }],
])('the schema of %s names its type and its rules', (_, field, schema) => {
  expect(schemaOfField(field)).toEqual(schema);
});

test('the schema of an object has its members: closed in a request, open in a response, and all optional in a PATCH', () => {
  const size = integer({ minimum: 0, maximum: 9 });
  const box = { size, unit: withDefault(oneOf('cm', 'm'), 'cm'), label: optional({ maxLength: 9 }) };
  const fields = { box: object(box), boxes: optional(objects(box, { maxItems: 5 })) };
  const sizeSchema = { type: 'integer', format: 'int64', minimum: 0, maximum: 9 };
  const inside = (required: readonly string[], additionalProperties: boolean) => ({
    type: 'object',
    properties: { size: sizeSchema, unit: { enum: ['cm', 'm'] }, label: { maxLength: 9 } },
    required,
    additionalProperties,
  });
  const boxes = (schema: object) => ({ type: 'array', maxItems: 5, items: schema });
  const request = inside(['size'], false);
  expect(schemaOf(fields, {}, false)).toMatchObject({ properties: { box: request, boxes: boxes(request) } });
  const response = inside(['size', 'unit'], true);
  expect(schemaOf(fields)).toMatchObject({ properties: { box: response, boxes: boxes(response) } });
  const { unit, label, ...part } = inside([], false).properties;
  expect(schemaOf(patchOf(fields), {}, false)).toMatchObject({
    properties: {
      box: {
        properties: { ...part, unit: { anyOf: [unit, { type: 'null' }] } },
        required: [],
        additionalProperties: false,
      },
      boxes: { anyOf: [boxes(request), { type: 'null' }] },
    },
  });
});

test('the schema of a model tells what a state may become, and what only handlers set', () => {
  const fields = { state: states({ open: ['done'] }), total: serverSet(withDefault(integer(), 0)) };
  const changes = 'open may become done. done stays as it is.';
  const total = { readOnly: true, description: 'Set by the service: a POST or PUT may have it, without effect.' };
  const told = `${changes} The default is "open". A PUT without it keeps the state.`;
  expect(schemaOf(fields, {}, false)).toMatchObject({
    properties: { state: { description: told }, total },
    required: [],
  });
  expect(schemaOf(fields)).toMatchObject({
    properties: { state: { description: changes, enum: ['open', 'done'] }, total },
    required: ['state', 'total'],
  });
});

test('the schema of Prefer allows every value, because the service ignores an unknown preference', () => {
  const { schema } =
    headerParameters({ name: 'createThing', route: { routeKey: 'POST /things' } }).find(
      ({ name }) => name === 'Prefer',
    ) ?? {};
  const { pattern } = Object(schema);
  expect(pattern).toEqual(expect.any(String));
  for (const value of ['', ' ', ',', '"', 'wait=10', 'é', 'count=']) expect(value).toMatch(new RegExp(pattern));
});
