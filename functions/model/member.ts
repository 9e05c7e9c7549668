/**
 * What a member of a body, or a parameter, may be. All that a client can send is strings; what they must be like is data,
 * so that the description of the API says what is checked.
 */
export type Member = {
  readonly minLength?: number;
  /** What has one is a text: it must not have just any character, either. */
  readonly maxLength?: number;
  /** The one pattern that is described, so that of a text leaves control characters out, too; and the error. */
  readonly like?: readonly [pattern: RegExp, wanted: string];
  readonly oneOf?: readonly string[];
  readonly isOptional?: true;
  readonly isNullable?: true;
  /** What stands for it where it is left out. */
  readonly default?: string;
  /** What is made of it. */
  readonly read?: (value: string) => unknown;
  /** Other words for it. */
  readonly aliases?: readonly string[];
};

export type Members = Readonly<Record<string, Member>>;

type Value<M> =
  | (M extends { read(value: string): infer T } ? T : M extends { oneOf: readonly (infer T)[] } ? T : string)
  | (M extends { isNullable: true } ? null : never);

type Absent<M> = { [K in keyof M]: M[K] extends { isOptional: true } ? K : never }[keyof M];

/** What is made of values by their members. */
export type Output<M> = { readonly [K in Exclude<keyof M, Absent<M>>]: Value<M[K]> } & {
  readonly [K in Absent<M>]?: Value<M[K]>;
};

export const optional = <const M extends Member>(member: M) => ({ ...member, isOptional: true }) as const;

export const withDefault = <const M extends Member, const D extends string>(member: M, instead: D) =>
  ({ ...member, default: instead }) as const;

export const nullable = <const M extends Member>(member: M) => ({ ...member, isNullable: true }) as const;

/** The characters that no text may have, as they stand between the brackets of a regular expression. */
export const CONTROL = '\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F';

const control = new RegExp(`[${CONTROL}]`);

/** White space, then a character to read: no backtracking, so that a long text is matched in linear time. */
const readable = new RegExp(`^[^\\S${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`);

/** A text with something to read in it. */
export const filled = <const M extends Member>(member: M) =>
  ({ ...member, like: [readable, 'must not be only white space'] }) as const;

const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** JSON Schema counts code points, JavaScript code units; a string in range by units needs no counting. */
const codePoints = (value: string) => value.length - (value.match(surrogatePair)?.length ?? 0);

const isLonger = (value: string, length: number) =>
  value.length > length && (value.length > 2 * length || codePoints(value) > length);

const isShorter = (value: string, length: number) => value.length < 2 * length && codePoints(value) < length;

const kindOf = (value: unknown) => (value instanceof Object ? (Array.isArray(value) ? 'Array' : 'Object') : value);

/** The first thing that is wrong with a value: what else is may come of that. */
const faultOf = ({ minLength = 0, maxLength, like, oneOf, isOptional, isNullable }: Member, value: unknown) => {
  if (value === undefined) return isOptional ? undefined : 'is required';
  if (value === null && isNullable) return undefined;
  if (typeof value !== 'string') return `must be a string, not ${kindOf(value)}`;
  if (maxLength !== undefined) {
    if (control.test(value) || !value.isWellFormed()) return 'must not contain control characters or lone surrogates';
    if (isLonger(value, maxLength)) return `must be at most ${maxLength} characters long`;
  }
  if (isShorter(value, minLength))
    return minLength === 1 ? 'must not be empty' : `must be at least ${minLength} characters long`;
  if (oneOf && !oneOf.includes(value)) return `must be ${oneOf.join(' or ')}`;
  if (like && !like[0].test(value)) return like[1];
  return undefined;
};

/** What the members make of values; whatever is wrong with one goes to `refuse`. */
export const readValues = (members: Members, values: object, refuse: (name: string, detail: string) => void) => {
  const made: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(members)) {
    const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : member.default;
    const fault = faultOf(member, value);
    if (fault) refuse(name, fault);
    else if (value !== undefined) made[name] = member.read && typeof value === 'string' ? member.read(value) : value;
  }
  return made;
};
