import type { Random } from '../random';

type Piece = (random: Random) => string;

const between =
  (from: number, to: number): Piece =>
  ({ below }) =>
    String.fromCodePoint(from + below(to - from + 1));

const oneOf =
  (...choices: [string, ...string[]]): Piece =>
  ({ pick }) =>
    pick(choices);

const gaps = oneOf(' ', '\t', '\n', '\r', '\r\n', '\u00a0', '\u1680', '\u2003', '\u2028', '\u2029', '\u3000', '\ufeff');

const solids: [Piece, ...Piece[]] = [
  between(0x21, 0x7e),
  between(0x21, 0x7e),
  between(0xa1, 0xd7ff),
  between(0xe000, 0xffff),
  between(0x10000, 0x10ffff),
  oneOf('word', '\\', '"', '</script>', '%00', '\\u0000', '$1', '__proto__', '\\ud800', '&amp;'),
  // Each of these has another form that looks or compares the same.
  oneOf('é', 'e\u0301', '\u212b', 'Å', 'A\u030a', 'ﬁ', '한', '\u1112\u1161\u11ab', 'İ', 'ß', 'ς', 'ǅ', '\u0958', '①'),
  ({ below }) => `Z${'\u0300\u0323\u0489\u20dd'.repeat(1 + below(5))}`,
  oneOf('\u202eabc\u202c', '\u2067שלום\u2069', 'مرحبا', '\u200f', '\u061c'),
  oneOf('👨‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '🇪🇺', '1️⃣', '\u200d', '\ufe0f'),
  oneOf('\ufdd0', '\ufffe', '\uffff', '\u{1fffe}', '\u{10ffff}', '\ufffd', '\ue000', '\u{f0000}'),
  oneOf('\u200b', '\u00ad', '\u034f', '\u180e', '\u2060', '\u{e0041}'),
];

const pieceOf = (random: Random) => (random.chance(0.1) ? gaps(random) : random.pick(solids)(random));

/** A text of so many code points, each of which the contract accepts; a long one repeats itself after a while. */
export const textOf = (random: Random, length: number) => {
  const points: string[] = [];
  while (points.length < Math.min(length, 300)) points.push(...pieceOf(random));
  if (points.length >= length) return points.slice(0, length).join('');
  return [...points.join('').repeat(Math.ceil(length / points.length))].slice(0, length).join('');
};

/** The same, with something to read in it. */
export const filledTextOf = (random: Random, length: number) => {
  const text = textOf(random, length);
  return /\S/.test(text) ? text : `x${text.slice(1)}`;
};

/** An address of at most so many code points that no other request has, as long as `unique` is no other's. */
export const emailOf = (random: Random, most: number, unique: string) => {
  const part = (length: number) => [...textOf(random, length).replace(/[\s@]/g, '')].join('');
  const room = most - [...unique].length - 1;
  const local = part(random.below(room));
  return `${unique}${local}@${part(random.below(room - [...local].length + 1)) || 'x'}`;
};

/** Lengths are mostly small, sometimes the least and the most that there may be. */
export const lengthOf = ({ below, chance }: Random, least: number, most: number) => {
  if (chance(0.03)) return least;
  if (chance(0.03)) return most;
  return least + below(Math.min(most - least, 40) + 1);
};

/** What the contract refuses in any text, as code units. */
export const refusedUnits = Array.from({ length: 0x10000 }, (_, unit) => unit).filter(
  (unit) => /\p{Cc}|\p{Cs}/u.test(String.fromCharCode(unit)) && ![0x09, 0x0a, 0x0d].includes(unit),
);

const escaped = (character: string, { chance }: Random) => {
  if (character === '/') return '\\/';
  const units = [...Array(character.length).keys()].map((i) => character.charCodeAt(i).toString(16).padStart(4, '0'));
  return units.map((unit) => `\\u${chance(0.5) ? unit : unit.toUpperCase()}`).join('');
};

/** JSON in one of its many forms: with space, with characters escaped that need not be, whole names among them. */
export const jsonOf = (random: Random, value: unknown) => {
  const json = JSON.stringify(value, undefined, random.pick([0, 0, 1, '\t', '\r\n ']));
  const share = random.pick([0, 0, 0.1, 1]);
  if (share === 0 || json.length > 10_000) return json;
  // Letters of escapes that are there already, and their hexadecimal digits, stay as they are.
  const open = /(?<!\\)[g-tv-zG-TV-Z]|[^\0-\x7f]|\//gu;
  const maybe = (character: string) => (random.chance(share) ? escaped(character, random) : character);
  return json.replace(/"(?:[^"\\]|\\.)*"/g, (string) => string.replace(open, maybe));
};
