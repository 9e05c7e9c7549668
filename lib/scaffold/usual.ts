import { errorOf } from '../../functions/kit/model/check';
import type { Field } from '../../functions/kit/model/field';

/*
 * Usual lengths, bounds and examples of fields, by their names. A person narrows them in model.ts, and writes better examples into
 * docs.ts.
 */

/** Names of fields as words, the maximum length of such a text, and five examples, without quotes. */
type UsualText = readonly [names: RegExp, maxLength: number, examples: readonly string[]];

const things = ['Desk lamp', 'Tea pot', 'Wool blanket', 'Oak shelf', 'Wall clock'];
const people = ['Ada Lovelace', 'Grace Hopper', 'Alan Turing', 'Katherine Johnson', 'Edsger Dijkstra'];
const firms = ['Blue Harbor', 'Northern Light', 'Oak and Iron', 'Riverside', 'Silver Birch'];

/** Names of resources by their nouns. Other names are those of things. */
const namesBy: readonly (readonly [nouns: RegExp, names: readonly string[]])[] = [
  [
    /(artist|client|contact|customer|driver|employee|guest|member|owner|patient|person|player|student|teacher)$/,
    people,
  ],
  [/(brand|club|company|department|organization|shop|store|supplier|team|tenant|vendor)$/, firms],
];

const texts: readonly UsualText[] = [
  [/(first|given) name$/, 100, people.map((name) => name.split(' ')[0] ?? '')],
  [/(family|last) name$/, 100, people.map((name) => name.split(' ')[1] ?? '')],
  [/names?$/, 100, things],
  [
    /(headline|subject|title)$/,
    200,
    ['Winter plans', 'A short guide to tea', 'The first week', 'What changed in May', 'Notes from the workshop'],
  ],
  [/(barcode|sku)$/, 50, ['LAMP-01', 'POT-02', 'BLANKET-03', 'SHELF-04', 'CLOCK-05']],
  [/(code|key|number|reference)$/, 50, ['AB-1001', 'AB-1002', 'AB-1003', 'AB-1004', 'AB-1005']],
  [
    /(comment|content|feedback|message|review|text)$/,
    2000,
    ['Works well.', 'Smaller than it looks.', 'Arrived within two days.', 'A gift that was welcome.', 'Easy to clean.'],
  ],
  [
    /(instructions|note|notes|reason|remark|remarks)$/,
    2000,
    ['Please ring twice.', 'Call before noon.', 'Leave it at the door.', 'Wrap it as a gift.', 'Ask for a receipt.'],
  ],
  [
    /(about|bio|description|summary)$/,
    2000,
    ['Brass, with a linen shade.', 'Holds one liter.', 'Knitted from wool.', 'Three boards of oak.', 'Ticks softly.'],
  ],
  [/(address|street)$/, 200, ['12 Mill Lane', '3 Harbor Street', '48 Park Road', '7 Church Hill', '101 Main Street']],
  [/(city|place|town)$/, 100, ['Lisbon', 'Oslo', 'Kyoto', 'Quito', 'Accra']],
  [/country$/, 100, ['Portugal', 'Norway', 'Japan', 'Ecuador', 'Ghana']],
  [/phone$/, 50, ['+351 210 000 001', '+47 21 00 00 02', '+81 75 000 0003', '+593 2 000 0004', '+233 30 000 0005']],
  [/colou?rs?$/, 50, ['Blue', 'Green', 'Amber', 'White', 'Black']],
  [/(category|genre|kind|label|tag|topic)s?$/, 100, ['Home', 'Garden', 'Kitchen', 'Office', 'Outdoor']],
];

/** Maximum length of a text whose name says nothing of it. An index takes no longer one. */
const MAX_TEXT = 200;

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Returns `shelf mark` for `shelfMark`. */
export const wordsIn = (name: string) => name.replace(/[A-Z]|\d+/g, (part) => ` ${part.toLowerCase()}`).trim();

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the usual maximum length of a text. An indexed or sorted text is in a key of an index, and its default must fit. */
export const maxLengthOf = (name: string, isInIndex: boolean, given = '') => {
  const words = wordsIn(name);
  const [, usual = MAX_TEXT] = texts.find(([names]) => names.test(words)) ?? [];
  const maxLength = isInIndex ? Math.min(usual, MAX_TEXT) : usual;
  return [...given].length > maxLength ? MAX_TEXT : maxLength;
};

/** Returns five texts that are examples of a field. */
const textsOf = (name: string, noun: string) => {
  const words = wordsIn(name);
  const [, , found] = texts.find(([names]) => names.test(words)) ?? [];
  if (found === things) return namesBy.find(([nouns]) => nouns.test(noun))?.[1] ?? things;
  if (found) return found;
  return ordinals.map((ordinal) => `${capitalized(words)} of the ${ordinal} ${noun.replaceAll('-', ' ')}`);
};

/** Numbers below zero are usual under these names. */
const SIGNED = /(altitude|balance|change|delta|difference|latitude|longitude|offset|temperature)$/;

const MAX_NUMBER = 1_000_000;

/** Returns the usual bounds of a number, between which its default is. */
export const boundsOf = (name: string, given = 0) => {
  const maximum = Math.abs(given) > MAX_NUMBER ? 1e15 : MAX_NUMBER;
  return { minimum: given < 0 || SIGNED.test(wordsIn(name)) ? -maximum : 0, maximum };
};

const numbers: readonly (readonly [names: RegExp, one: number, other: number])[] = [
  [/(rating|score|stars)$/, 5, 4],
  [/(amount|cost|fee|price|salary|total)$/, 19.99, 24.5],
  [/cents$/, 1999, 2450],
  [/year$/, 2026, 2024],
  [/(pieces|stock)$/, 12, 40],
  [/./, 1.5, 2.5],
  [/./, 3, 5],
];

/** Returns two numbers that are examples of a field, and that it allows. */
const numbersOf = (name: string, field: Field) => {
  const { minimum = 0, maximum = 0 } = field;
  const words = wordsIn(name);
  const usual = numbers.filter(([names]) => names.test(words)).map(([, ...pair]) => pair);
  const isValid = (pair: readonly number[]) => pair.every((value) => !errorOf(field, value));
  return [...usual, [minimum, minimum + 1], [minimum, maximum]].find(isValid) ?? [minimum, minimum];
};

/** Returns the code of two or five examples of a text, a number or a list of texts. */
export const examplesOf = (name: string, noun: string, field: Field): readonly string[] => {
  if (field.type) return numbersOf(name, field).map(String);
  const quoted = textsOf(name, noun).map((text) => `'${text}'`);
  return field.items ? [`[${quoted[0]}]`, `[${quoted[0]}, ${quoted[1]}]`] : quoted;
};
