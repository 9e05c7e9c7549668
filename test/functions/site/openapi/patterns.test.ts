import fc from 'fast-check';
import type { Field } from '../../../../functions/model/field';
import { Id } from '../../../../functions/model/id';
import { PostInput } from '../../../../functions/posts/model';
import { describeService } from '../../../../functions/site/openapi/document';
import { schemaOfField } from '../../../../functions/site/openapi/schemas';
import { UserInput } from '../../../../functions/users/model';
import { readAs } from '../../../support/model';
import { cpuMs } from '../../../support/time';

const isControl = (code: number) => (code < 32 && ![9, 10, 13].includes(code)) || (code >= 127 && code < 160);
const hasNoControl = (text: string) => ![...text].some((character) => isControl(character.codePointAt(0) ?? 0));
const hasVisible = (text: string) => hasNoControl(text) && /\S/.test(text);
const isAddress = (text: string) => hasNoControl(text) && /^[^@\s]+@[^@\s]+$/.test(text);

const members: [string, Field, (text: string) => boolean][] = [
  ['title', PostInput.title, hasVisible],
  ['name', UserInput.name, hasVisible],
  ['email', UserInput.email, isAddress],
  ['content', PostInput.content, hasNoControl],
];

const accepts = (member: Field, text: string) => {
  try {
    return Object.keys(readAs({ member }, { member: text })).length > 0;
  } catch {
    return false;
  }
};

const codeUnits = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const whiteSpace = codeUnits.filter((unit) => /\s/.test(unit));
const alphabet = [
  ...codeUnits.slice(0, 0xa1),
  ...whiteSpace,
  ...['a', 'Z', '7', '.', '\u00ad', '\u0301', '\u180e', '\u200b', '\ufffd', '👋', '\u{10ffff}', '\ud83d', '\udc4b'],
];

/** Texts of a few characters. The small alphabets make texts with one @ and without control characters common. */
const part = fc.oneof(
  ...[alphabet, whiteSpace, [...'a@ 👋'], [...'ab@\u2028\t\0'], [...'xyz']].map((units) =>
    fc.string({ unit: fc.constantFrom(...units), maxLength: 4 }),
  ),
);
const randomText = fc.tuple(part, fc.constantFrom('', '@'), part).map((parts) => parts.join(''));

describe('the pattern of a text', () => {
  test.each(members)('of %s matches the texts that are accepted', (_, member, isSound) => {
    const { pattern, ...schema } = schemaOfField(member);
    expect(schema).not.toHaveProperty('allOf');
    const loose = { ...member, minLength: 0 };
    const [plain, unicode] = [new RegExp(String(pattern)), new RegExp(String(pattern), 'u')];
    const isAlike = (text: string) => {
      const checked = text.isWellFormed() ? accepts(loose, text) : isSound(text);
      return [plain.test(text), unicode.test(text), checked].every((matches) => matches === isSound(text));
    };
    const others = codeUnits.flatMap((unit) => [unit, `a@b${unit}`, ...(isSound === isAddress ? [`${unit}@b`] : [])]);
    expect(others.filter((text) => !isAlike(text))).toEqual([]);
    fc.assert(fc.property(randomText, isAlike), { numRuns: 2000 });
  });

  test.each(members)('of %s is matched in linear time', (_, member) => {
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

  test('is never empty and escapes no slash, and no string has more than one', () => {
    const bare = JSON.stringify(describeService());
    expect(bare).not.toContain('"pattern":""');
    expect(bare).not.toContain('"allOf"');
    // JavaScript escapes the slash in the source of a pattern. A generator that adds its own escape would break the code.
    expect(bare).not.toContain('\\\\/');
    expect(schemaOfField(Id)).toMatchObject({ format: 'uuid', pattern: Id.pattern[0].source });
  });
});
