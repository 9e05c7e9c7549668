import fc from 'fast-check';
import { errorOf } from '../../../../../functions/kit/model/check';
import { type Field, nullable } from '../../../../../functions/kit/model/field';
import { Id } from '../../../../../functions/kit/model/id';
import { boolean, instant, integer, number, oneOf, texts } from '../../../../../functions/kit/model/kinds';
import { describeService } from '../../../../../functions/kit/site/openapi/document';
import { headerParameters } from '../../../../../functions/kit/site/openapi/headers';
import { schemaOfField } from '../../../../../functions/kit/site/openapi/schemas';
import { UserInput } from '../../../../../functions/users/model';
import { listUsers } from '../../../../../functions/users/routes';
import { cpuMs } from '../../../../support/time';

const isControl = (code: number) => (code < 32 && ![9, 10, 13].includes(code)) || (code >= 127 && code < 160);
const hasNoControl = (text: string) => ![...text].some((character) => isControl(character.codePointAt(0) ?? 0));
const hasVisible = (text: string) => hasNoControl(text) && /\S/.test(text);
const isAddress = (text: string) => hasNoControl(text) && /^[^@\s\p{Cf}]+@[^@\s\p{Cf}]+$/u.test(text);

const members: [string, Field, (text: string) => boolean][] = [
  ['name', UserInput.name, hasVisible],
  ['email', UserInput.email, isAddress],
  ['any text', { maxLength: 50_000 }, hasNoControl],
];

const accepts = (member: Field, text: string) => errorOf(member, text) === undefined;

const codeUnits = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));

/** Texts of a few characters, of which many have one @ and no control character. */
const unit = fc.constantFrom(...'aaZ@ \t\u2028\0\u009f\u00ad👋', '\ud83d', '\udc4b');
const randomText = fc.string({ unit, maxLength: 6 });

/** Returns a text of this length, which is an address from a length of 3 on. */
const textOf = (length: number) => 'a@'.padEnd(length, 'b').slice(0, length);

describe('the schema of a text', () => {
  test.each(members)('of %s has the lengths that are checked', (_, member) => {
    const { minLength = 0, maxLength } = schemaOfField(member);
    const [min, max] = [Number(minLength), Number(maxLength)];
    expect([min, max, max + 1].map((length) => accepts(member, textOf(length)))).toEqual([true, true, false]);
    expect(min > 0 && accepts(member, textOf(min - 1))).toBe(false);
  });

  test.each(members)('of %s has a pattern that matches the texts that are accepted', (_, member, isSound) => {
    const { pattern } = schemaOfField(member);
    const [plain, unicode] = [new RegExp(String(pattern)), new RegExp(String(pattern), 'u')];
    const isAlike = (text: string) => {
      const checked = text.isWellFormed() ? accepts({ ...member, minLength: 0 }, text) : isSound(text);
      return [plain.test(text), unicode.test(text), checked].every((matches) => matches === isSound(text));
    };
    const others = codeUnits.flatMap((unit) => [unit, `a@b${unit}`, ...(isSound === isAddress ? [`${unit}@b`] : [])]);
    expect(others.filter((text) => !isAlike(text))).toEqual([]);
    fc.assert(fc.property(randomText, isAlike), { numRuns: 2000 });
  });

  test.each(members)('of %s has a pattern that is matched in linear time', (_, member) => {
    const described = new RegExp(String(schemaOfField(member).pattern));
    const long = ['x', ' ', 'x@', '@', 'x '].flatMap((part) => {
      const text = part.repeat(200_000);
      return [text, `${text}\u0000`, `${text}@ `];
    });
    const startedMs = cpuMs();
    for (const text of long) described.test(text);
    // Quadratic time would be more than 20 s for each text.
    expect(cpuMs() - startedMs).toBeLessThan(5000);
  });

  test('has no empty pattern, no escaped slash, and one pattern for a string', () => {
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
  ['a text of a set', oneOf('a', 'b'), { type: 'string', enum: ['a', 'b'] }],
  ['a list', texts(oneOf('a')), { type: 'array', maxItems: 100, items: { type: 'string', enum: ['a'] } }],
  ['a field with null', nullable(boolean), { anyOf: [{ type: 'boolean' }, { type: 'null' }] }],
])('the schema of %s names its type and its rules', (_, field, schema) => {
  expect(schemaOfField(field)).toEqual(schema);
});

test('the schema of Prefer allows every value, because the service ignores an unknown preference', () => {
  const { schema } = headerParameters(listUsers).find(({ name }) => name === 'Prefer') ?? {};
  const { pattern } = Object(schema);
  expect(pattern).toEqual(expect.any(String));
  for (const value of ['', ' ', ',', '"', 'wait=10', 'é', 'count=']) expect(value).toMatch(new RegExp(pattern));
});
