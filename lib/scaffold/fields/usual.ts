import { errorOf } from '../../../functions/kit/model/check';
import type { Field } from '../../../functions/kit/model/field';

/*
 * Usual lengths, bounds and examples of fields, by their names. A person narrows them in model.ts, and writes better examples into
 * docs.ts.
 */

/**
 * Field that a person declares: its name, what each resource is, its default, whether an index has its values, and whether only
 * handlers set it.
 */
export type NamedField = Readonly<Record<'name' | 'noun', string>> & {
  readonly value?: string;
  readonly isInIndex?: boolean;
  readonly isServerSet?: boolean;
};

/** First and last value that a field allows. Each may be missing. */
export type Range = { readonly low?: number; readonly high?: number };

/**
 * Names of fields as words, the maximum length of such a text, and five examples, without quotes. A unique text has room for 64
 * characters.
 */
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
  [/(barcode|sku)$/, 64, ['LAMP-01', 'POT-02', 'BLANKET-03', 'SHELF-04', 'CLOCK-05']],
  [/(zip|zip ?code|post ?code|postal code)$/, 64, ['1100-148', '0150', '604-8005', '170515', 'GA-184']],
  [/(code|key|number|reference)$/, 64, ['AB-1001', 'AB-1002', 'AB-1003', 'AB-1004', 'AB-1005']],
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
  [/phone$/, 64, ['+351 210 000 001', '+47 21 00 00 02', '+81 75 000 0003', '+593 2 000 0004', '+233 30 000 0005']],
  [/colou?rs?$/, 64, ['Blue', 'Green', 'Amber', 'White', 'Black']],
  [/(category|class|genre|kind|label|tag|topic)s?$/, 100, ['Home', 'Garden', 'Kitchen', 'Office', 'Outdoor']],
];

/** Maximum length of a text whose name says nothing of it. An index takes no longer one. */
const MAX_TEXT = 200;

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Returns `shelf mark` for `shelfMark`. */
export const wordsIn = (name: string) => name.replace(/[A-Z]|\d+/g, (part) => ` ${part.toLowerCase()}`).trim();

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the usual maximum length of a text. An indexed or sorted text is in a key of an index, and its default must fit. */
export const maxLengthOf = ({ name, isInIndex, value = '' }: NamedField) => {
  const words = wordsIn(name);
  const [, usual = MAX_TEXT] = texts.find(([names]) => names.test(words)) ?? [];
  const maxLength = isInIndex ? Math.min(usual, MAX_TEXT) : usual;
  return [...value].length > maxLength ? MAX_TEXT : maxLength;
};

const namesOf = (noun: string) => namesBy.find(([nouns]) => nouns.test(noun))?.[1] ?? things;

/** Returns five texts that are examples of a field, and that it allows. */
export const exampleTextsOf = ({ name, noun }: NamedField, field: Field) => {
  const words = wordsIn(name);
  const [, , found = []] = texts.find(([names]) => names.test(words)) ?? [];
  const usual = found === things ? namesOf(noun) : found;
  const numbered = ordinals.map((ordinal) => `${capitalized(words)} of the ${ordinal} ${noun.replaceAll('-', ' ')}`);
  const letters = [...'ABCDE'].map((letter) => letter.padEnd(field.minLength ?? 1, '.'));
  return [...usual, ...numbered, ...letters].filter((text) => !errorOf(field, text)).slice(0, 5);
};

export const emails = people.map((name) => `${name.split(' ')[0]?.toLowerCase()}@example.com`);

export const urlsOf = ({ noun }: NamedField) =>
  namesOf(noun).map((name) => `https://example.com/${name.toLowerCase().replaceAll(' ', '-')}`);

/** Numbers below zero are usual under these names. */
const SIGNED = /(altitude|balance|change|delta|difference|latitude|longitude|offset|temperature|\b(lat|lon|lng))$/;

const MAX_NUMBER = 1_000_000;

/** Returns the usual bounds of a number. A default beyond the maximum leaves it out. What handlers compute has no usual bounds. */
export const boundsOf = ({ name, value, isServerSet }: NamedField): Range => {
  if (isServerSet) return {};
  const given = Number(value ?? 0);
  const isSigned = given < 0 || SIGNED.test(wordsIn(name));
  if (Math.abs(given) > MAX_NUMBER) return isSigned ? {} : { low: 0 };
  return { low: isSigned ? -MAX_NUMBER : 0, high: MAX_NUMBER };
};

const numbers: readonly (readonly [names: RegExp, one: number, other: number])[] = [
  [/(rating|score|stars)$/, 5, 4],
  [/(amount|cost|fee|price|salary|total)$/, 9.99, 24.5],
  [/cents$/, 1999, 2450],
  [/year$/, 2026, 2024],
  [/(pieces|stock)$/, 12, 40],
  [/./, 1.5, 2.5],
  [/./, 3, 5],
];

/** Returns two numbers that are examples of a field, and that it allows. */
export const exampleNumbersOf = ({ name }: NamedField, field: Field, { low, high }: Range) => {
  const { places = 0, round = Number } = field.decimals ?? {};
  const usual = numbers.filter(([names]) => names.test(wordsIn(name))).flatMap(([, ...pair]) => pair);
  const others = [low, high].flatMap((bound) => (bound === undefined ? [] : [bound, bound + 1, bound - 1]));
  const values = [...usual, ...others].map(round).filter((value) => !errorOf(field, value));
  // Tools divide doubles, and refuse 19.99 as an example of two decimals (lib/check/examples.ts).
  const isExact = (value: number) => Number.isInteger(value / Number(`1e-${places}`));
  return [...new Set(field.decimals ? [...values.filter(isExact), ...values] : values)].slice(0, 2);
};
