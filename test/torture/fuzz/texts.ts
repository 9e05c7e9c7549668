import type { Random } from '../random';

type TextMaker = (random: Random) => string;

const between =
  (from: number, to: number): TextMaker =>
  ({ below }) =>
    String.fromCodePoint(from + below(to - from + 1));

const anyOf =
  (...choices: [string, ...string[]]): TextMaker =>
  ({ pick }) =>
    pick(choices);

const units = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit));
export const whiteSpace = units.filter((unit) => /\s/.test(unit));
/** Tells whether the contract refuses a character in every text: control characters and lone surrogates. */
export const isRefused = (character: string) => /[\p{Cc}\p{Cs}]/u.test(character) && !/[\t\n\r]/.test(character);
export const refusedUnits = units.filter(isRefused);
const acceptedSpace = whiteSpace.filter((unit) => !isRefused(unit));

const visible: [TextMaker, ...TextMaker[]] = [
  between(0x21, 0x7e),
  between(0x21, 0x7e),
  between(0xa1, 0xd7ff),
  between(0xe000, 0xffff),
  between(0x10000, 0x10ffff),
  anyOf('word', '\\', '"', '</script>', '%00', '\\u0000', '$1', '__proto__', '\\ud800', '&amp;'),
  // Each of these has another form that looks the same or compares as equal.
  anyOf('é', 'e\u0301', '\u212b', 'Å', 'A\u030a', 'ﬁ', '한', '\u1112\u1161\u11ab', 'İ', 'ß', 'ς', 'ǅ', '\u0958', '①'),
  ({ below }) => `Z${'\u0300\u0323\u0489\u20dd'.repeat(1 + below(5))}`,
  anyOf('\u202eabc\u202c', '\u2067שלום\u2069', 'مرحبا', '\u200f', '\u061c'),
  anyOf('👨‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇪🇺', '1️⃣', '\u200d', '\ufe0f'),
  anyOf('\ufdd0', '\ufffe', '\uffff', '\u{1fffe}', '\u{10ffff}', '\ufffd', '\ue000', '\u{f0000}'),
  anyOf('\u200b', '\u00ad', '\u034f', '\u180e', '\u2060', '\u{e0041}'),
];

const pieceOf = (random: Random) =>
  random.chance(0.1) ? (acceptedSpace[random.below(acceptedSpace.length)] ?? ' ') : random.pick(visible)(random);

/** Makes a text of `length` code points that the contract accepts. A text of more than 300 code points repeats. */
export const textOf = (random: Random, length: number) => {
  const points: string[] = [];
  while (points.length < Math.min(length, 300)) points.push(...pieceOf(random));
  if (points.length >= length) return points.slice(0, length).join('');
  return [...points.join('').repeat(Math.ceil(length / points.length))].slice(0, length).join('');
};

/** Makes a text with at least one character that is not white space. */
export const filledTextOf = (random: Random, length: number) => {
  const text = textOf(random, length);
  return /\S/.test(text) ? text : `x${text.slice(1)}`;
};

/** Makes an e-mail address of at most `max` code points. The address is unique when `unique` is. */
export const emailOf = (random: Random, max: number, unique: string) => {
  const part = (length: number) => [...textOf(random, length).replace(/[\s@]/g, '')].join('');
  const room = max - [...unique].length - 1;
  const local = part(random.below(room));
  return `${unique}${local}@${part(random.below(room - [...local].length + 1)) || 'x'}`;
};

/** Picks a length. Most lengths are small. Some are the minimum or the maximum. */
export const lengthOf = ({ below, chance }: Random, min: number, max: number) => {
  if (chance(0.03)) return min;
  if (chance(0.03)) return max;
  return min + below(Math.min(max - min, 40) + 1);
};

const escaped = (character: string, { chance }: Random) => {
  if (character === '/') return '\\/';
  const units = [...Array(character.length).keys()].map((i) => character.charCodeAt(i).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${chance(0.5) ? unit : unit.toUpperCase()}`).join('');
};

/** Serializes a value with random white space and random escapes, also in the names of fields. */
export const jsonOf = (random: Random, value: unknown) => {
  const json = JSON.stringify(value, undefined, random.pick([0, 0, 1, '\t', '\r\n ']));
  const share = random.pick([0, 0, 0.1, 1]);
  if (share === 0 || json.length > 10_000) return json;
  // Leaves existing escapes and their hexadecimal digits unchanged.
  const open = /(?<!\\)[g-tv-zG-TV-Z]|[^\0-\x7f]|\//gu;
  const maybe = (character: string) => (random.chance(share) ? escaped(character, random) : character);
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (string) => string.replace(open, maybe));
};
