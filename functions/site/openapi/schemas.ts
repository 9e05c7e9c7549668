import { likeId } from '../../model/id';
import { CONTROL, type Member, type Members } from '../../model/member';

type Schema = { readonly [keyword: string]: unknown };

/** Matches every string. An empty pattern would, too, but breaks the clients of a generator. */
export const ANY = '^[\\s\\S]*$';

const UUID = { format: 'uuid', minLength: 36, maxLength: 36 } as const;

/** One pattern, since generators of clients lose the type of a string that has `allOf` beside it. */
const patternOf = ({ maxLength, like }: Member) => {
  if (like) return { pattern: like[0].source };
  return maxLength ? { pattern: `^[^${CONTROL}]*$` } : {};
};

const stringOf = (member: Member): Schema => {
  const { minLength, maxLength, like, oneOf } = member;
  return {
    type: 'string',
    ...(minLength && { minLength }),
    ...(maxLength && { maxLength }),
    ...(oneOf && { enum: oneOf }),
    ...(like === likeId && UUID),
    ...patternOf(member),
  };
};

/** A member, as JSON Schema has it. */
export const schemaOfMember = (member: Member): Schema => {
  const schema = stringOf(member);
  return member.isNullable ? { anyOf: [schema, { type: 'null' }] } : schema;
};

/** A parameter, which is a string only in the address. */
export const schemaOfParameter = (member: Member): Schema => {
  const { default: given, read = String } = member;
  const value = given === undefined ? undefined : read(given);
  if (typeof value === 'boolean') return { type: 'boolean', default: value };
  // No maximum and no format, because the service takes a number of any size as its largest.
  if (typeof value === 'number') return { type: 'integer', minimum: 1, default: value };
  return { ...schemaOfMember(member), ...(value !== undefined && { default: value }) };
};

/** Said in words: generators of clients take a member with a `default` for one that must be given. */
const withItsDefault = (member: Member) => {
  const description = `Where it is left out: ${JSON.stringify(member.default)}.`;
  return { ...schemaOfMember(member), ...(member.default !== undefined && { description }) };
};

/** A model, as JSON Schema has it: what the handlers check by is what is described. */
export const schemaOf = (members: Members) => {
  const isRequired = ([, { isOptional, default: given }]: [string, Member]) => !isOptional && given === undefined;
  const entries = Object.entries(members);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, member]) => [name, withItsDefault(member)])),
    required: entries.filter(isRequired).map(([name]) => name),
    additionalProperties: false,
  };
};
