import fc from 'fast-check';
import { errorOf } from '../../functions/kit/model/check';
import type { Field } from '../../functions/kit/model/field';
import { schemaOfField } from '../../functions/kit/site/openapi/schemas';
import { cpuMs, expectWithin } from './time';

const isControl = (code: number) => (code < 32 && ![9, 10, 13].includes(code)) || (code >= 127 && code < 160);
export const hasNoControl = (text: string) => ![...text].some((character) => isControl(character.codePointAt(0) ?? 0));

const accepts = (field: Field, text: string) => errorOf(field, text) === undefined;

const codeUnits = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));

/** Texts of a few characters, of which many have one @ and no control character. */
const unit = fc.constantFrom(...'aaZ@ \t\u2028\0\u009f\u00ad👋', '\ud83d', '\udc4b');
const randomText = fc.string({ unit, maxLength: 6 });

/** Returns a text of this length, which is an address from a length of 3 on. */
const textOf = (length: number) => 'a@'.padEnd(length, 'b').slice(0, length);

/** Describes the schema of a field by an independent check of its texts. */
export const describeText = (title: string, field: Field, isSound: (text: string) => boolean) =>
  describe(`the schema of ${title}`, () => {
    const { minLength = 0, maxLength, pattern } = schemaOfField(field);
    const [plain, unicode] = [new RegExp(String(pattern)), new RegExp(String(pattern), 'u')];

    test('has the lengths that are checked', () => {
      const [min, max] = [Number(minLength), Number(maxLength)];
      expect([min, max, max + 1].map((length) => accepts(field, textOf(length)))).toEqual([true, true, false]);
      expect(min > 0 && accepts(field, textOf(min - 1))).toBe(false);
    });

    test('has a pattern that matches the texts that are accepted', () => {
      const isAlike = (text: string) => {
        const checked = text.isWellFormed() ? accepts({ ...field, minLength: 0 }, text) : isSound(text);
        return [plain.test(text), unicode.test(text), checked].every((matches) => matches === isSound(text));
      };
      const others = codeUnits.flatMap((each) => [each, `a@b${each}`, `${each}@b`]);
      expect(others.filter((text) => !isAlike(text))).toEqual([]);
      fc.assert(fc.property(randomText, isAlike), { numRuns: 2000 });
    });

    test('has a pattern that is matched in linear time', () => {
      const long = ['x', ' ', 'x@', '@', 'x '].flatMap((part) => {
        const text = part.repeat(200_000);
        return [text, `${text}\u0000`, `${text}@ `];
      });
      const startedMs = cpuMs();
      for (const text of long) plain.test(text);
      // Quadratic time would be more than 20 s for each text.
      expectWithin(5000, cpuMs() - startedMs);
    });
  });
