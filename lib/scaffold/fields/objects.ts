import type { Field } from '../../../functions/kit/model/field';
import { MAX_ITEM_BYTES, maxBytesOf } from '../../../functions/kit/model/models';
import { object, objects } from '../../../functions/kit/model/objects';
import type { FieldKind } from './bounds';
import { callOf } from './kinds';

/** Form of an object such as `{street:text,zip:text?}`, or of a list of objects, which has `[]` behind the braces. */
export const OBJECT = '\\{.*\\}(?:\\[\\])?';

export const bracesError =
  "whose braces are not those of an object; close each, as in 'address:{street:text,zip:text?}', and write [] behind them for a list";

/** Member of an object, or field of a resource: its code, its rules, and five values for the examples. */
export type NewMember = {
  readonly name: string;
  readonly code: string;
  readonly field: Field;
  readonly values: readonly string[];
};

/** Splits the members inside the braces, at commas outside of further braces. Returns undefined if the braces do not match. */
const membersIn = (inside: string) => {
  const members = [''];
  let depth = 0;
  for (const letter of inside) {
    if ('{('.includes(letter)) depth += 1;
    if ('})'.includes(letter)) depth -= 1;
    if (depth < 0) return undefined;
    if (letter === ',' && depth === 0) members.push('');
    else members.push(`${members.pop()}${letter}`);
  }
  return depth === 0 ? members : undefined;
};

/** Returns how many large objects a list may have, so that it takes a quarter of an item of DynamoDB at most. */
const maxItemsOf = (item: Field) =>
  [100, 50, 20, 10, 5, 2].find((maxItems) => maxBytesOf({ items: item, maxItems }) <= MAX_ITEM_BYTES / 4) ?? 1;

/** Returns the kind of an object or of a list of objects, or the error of its braces, which goes behind the field. */
export const objectKindOf = (kind: string, readMember: (member: string) => NewMember): FieldKind | string => {
  const isList = kind.endsWith(']');
  const texts = membersIn(kind.slice(1, isList ? -3 : -1));
  if (!texts) return bracesError;
  const members = texts.map(readMember);
  const twice = members.find(({ name }, at) => members.findIndex((other) => other.name === name) < at);
  if (twice) return `which has the member "${twice.name}" twice; name it once`;
  const fields = Object.fromEntries(members.map(({ name, field }) => [name, field])) as Parameters<typeof object>[0];
  /** Returns the code of an object with a part of each member. */
  const codeOf = (partOf: (member: NewMember) => string | undefined) => {
    const parts = members.map((member) => [member.name, partOf(member)]);
    return `{ ${parts.map(([name, part]) => (name === part ? name : `${name}: ${part}`)).join(', ')} }`;
  };
  const code = codeOf((member) => member.code);
  const examples = [0, 1, 2, 3, 4].map((at) => codeOf(({ values }) => values[at]));
  const whole = object(fields);
  if (!isList) return [callOf('object', code), whole, /(?!)/, examples];
  const maxItems = maxItemsOf(whole);
  const options = maxItems < 100 ? [`{ maxItems: ${maxItems} }`] : [];
  const lists = examples.map((example) => `[${example}]`);
  return [callOf('objects', code, ...options), objects(fields, { maxItems }), /^\[\]$/, lists];
};
