import { Id } from '../../../../functions/model/id';
import type { Member } from '../../../../functions/model/member';
import { PostInput } from '../../../../functions/posts/model';
import { descriptionOf } from '../../../../functions/site/openapi/document';
import { schemaOfMember } from '../../../../functions/site/openapi/schemas';
import { UserInput } from '../../../../functions/users/model';
import { readAs } from '../../../support/model';

const isControl = (code: number) => (code < 32 && ![9, 10, 13].includes(code)) || (code >= 127 && code < 160);
const hasNoControl = (text: string) => ![...text].some((character) => isControl(character.codePointAt(0) ?? 0));
const hasVisible = (text: string) => hasNoControl(text) && /\S/.test(text);
const isAddress = (text: string) => hasNoControl(text) && /^[^@\s]+@[^@\s]+$/.test(text);

const members: [string, Member, (text: string) => boolean][] = [
  ['title', PostInput.title, hasVisible],
  ['name', UserInput.name, hasVisible],
  ['email', UserInput.email, isAddress],
  ['content', PostInput.content, hasNoControl],
];

const accepts = (member: Member, text: string) => {
  try {
    return Object.keys(readAs({ member }, { member: text })).length > 0;
  } catch {
    return false;
  }
};

/** Numbers from 0 up to below 1, the same in every run (mulberry32). */
const randomFrom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  const a = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  const b = (a + Math.imul(a ^ (a >>> 7), 61 | a)) ^ a;
  return ((b ^ (b >>> 14)) >>> 0) / 2 ** 32;
};

const codeUnits = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
const whiteSpace = codeUnits.filter((unit) => /\s/.test(unit));
const alphabet = [
  ...codeUnits.slice(0, 0xa1),
  ...whiteSpace,
  ...['a', 'Z', '7', '.', '\u00ad', '\u0301', '\u180e', '\u200b', '\ufffd', '👋', '\u{10ffff}', '\ud83d', '\udc4b'],
];

const randomTexts = () => {
  const random = randomFrom(20);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? '';
  // Few of the texts would have exactly one @, and few none of the control characters.
  const pools = [
    alphabet,
    whiteSpace,
    ['a', '@', ' ', '👋'],
    ['a', 'b', '@', '\u2028', '\t', '\u0000'],
    ['x', 'y', 'z'],
  ];
  return Array.from({ length: 6000 }, () => {
    const part = (): string => {
      const pool = pools[Math.floor(random() * pools.length)] ?? alphabet;
      return Array.from({ length: Math.floor(random() * 5) }, () => pick(pool)).join('');
    };
    return random() < 0.5 ? `${part()}${part()}` : `${part()}@${part()}`;
  });
};

const texts = [...randomTexts(), ...codeUnits.flatMap((unit) => [unit, `a@b${unit}`, `${unit}@b`])];

describe('the pattern of a text', () => {
  test.each(members)('%s is one, and says what is checked', (_, member, isSound) => {
    const { pattern, ...schema } = schemaOfMember(member);
    expect(schema).not.toHaveProperty('allOf');
    const loose = { ...member, minLength: 0 };
    for (const flags of ['', 'u']) {
      const described = new RegExp(String(pattern), flags);
      expect(texts.filter((text) => described.test(text) !== isSound(text))).toEqual([]);
    }
    const wellFormed = texts.filter((text) => text.isWellFormed());
    expect(wellFormed.filter((text) => accepts(loose, text) !== isSound(text))).toEqual([]);
    const taken = wellFormed.filter(isSound).length;
    expect([taken > 1000, wellFormed.length - taken > 1000]).toEqual([true, true]);
  });

  test.each(members)('%s is matched in linear time', (_, member) => {
    const described = new RegExp(String(schemaOfMember(member).pattern));
    const long = ['x', ' ', 'x@', '@', 'x '].flatMap((part) => {
      const text = part.repeat(200_000);
      return [text, `${text}\u0000`, `${text}@ `];
    });
    const start = process.cpuUsage();
    for (const text of long) described.test(text);
    // Quadratic time would be more than 20 s for each text.
    expect(process.cpuUsage(start).user).toBeLessThan(5_000_000);
  });

  test('is never empty, and every string has one at most', () => {
    const bare = JSON.stringify(descriptionOf()('https://api.example'));
    expect(bare).not.toContain('"pattern":""');
    expect(bare).not.toContain('"allOf"');
    expect(schemaOfMember(Id)).toMatchObject({ format: 'uuid', pattern: Id.like[0].source });
  });
});
