import { isDeepStrictEqual } from 'node:util';
import { mustOwn, type Precondition, type WithCaller } from '../rules/conditions';

/** Maximum size of an expression of DynamoDB. */
const MAX_EXPRESSION_BYTES = 4096;

/** Maximum number of writes in a transaction of DynamoDB. */
export const MAX_WRITES = 100;

/**
 * A condition expression with the attribute names and values that the expression uses. The placeholder of a value begins
 * with a capital letter, and no field does. Without this, a body could replace the value of a condition.
 */
export type Condition = {
  readonly text: string;
  readonly names?: Record<string, string>;
  readonly values?: Record<string, unknown>;
};

export const itemExists: Condition = { text: 'attribute_exists(pk)' };
export const itemMissing: Condition = { text: 'attribute_not_exists(pk)' };
/** Never holds. The reply to a write with this condition holds the current item. */
export const never: Condition = { text: 'attribute_exists(pk) AND attribute_not_exists(pk)' };
/**
 * Condition of an update that does not name a revision. When the reply is lost, the SDK sends the update again. Without
 * this condition, the retry would undo another request's write in between. `updateExpression` defines both names.
 */
export const isNewer: Condition = { text: '#updatedAt < :updatedAt' };

/**
 * Returns a path such as `address.city` as expressions have it, and the part of a placeholder that belongs to it. Uses the alias
 * `#name`, because DynamoDB reserves words such as `name`. No name of a field has two underscores, so `word` is never the name of another field.
 */
export const aliasOf = (path: string) => {
  const names = path.split('.');
  return {
    alias: names.map((name) => `#${name}`).join('.'),
    names: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    word: names.join('__'),
  };
};

/** Compares an attribute, or a member of one, with a value. */
export const compare = (path: string, operator: '=' | '<>', value: unknown): Condition => {
  const { alias, names, word } = aliasOf(path);
  const presence = operator === '=' ? 'attribute_not_exists' : 'attribute_exists';
  if (value === undefined) return { text: `${presence}(${alias})`, names };
  return { text: `${alias} ${operator} :Is${word}`, names, values: { [`:Is${word}`]: value } };
};

export const equals = (attribute: string, value: unknown) => compare(attribute, '=', value);

/** Returns the condition that an item belongs to the caller, if the caller needs to own it. */
export const ownedBy = ({ caller }: WithCaller): Condition[] =>
  mustOwn(caller)
    ? [{ text: '#owner = :Caller', names: { '#owner': 'owner' }, values: { ':Caller': caller?.id } }]
    : [];

const anyRev = (revs: readonly string[], prefix: string): Condition => ({
  text: `rev IN (${revs.map((_, i) => `:${prefix}${i}`).join(', ')})`,
  values: Object.fromEntries(revs.map((rev, i) => [`:${prefix}${i}`, rev])),
});

export const all = (...conditions: readonly Condition[]): Condition => ({
  text: conditions.map(({ text }) => text).join(' AND '),
  names: Object.assign({}, ...conditions.map(({ names }) => names)),
  values: Object.assign({}, ...conditions.map(({ values }) => values)),
});

/**
 * Returns the conditions for the request's precondition. An `If-Match` with weak tags only never holds. The placeholders
 * are short, because a condition has at most 4,096 bytes.
 */
export const matchesPrecondition = ({ ifMatch, ifNoneMatch }: Precondition): Condition[] => {
  const conditions: Condition[] = [];
  if (Array.isArray(ifMatch)) conditions.push(ifMatch.length > 0 ? anyRev(ifMatch, 'M') : itemMissing);
  if (ifNoneMatch === '*') conditions.push(itemMissing);
  if (Array.isArray(ifNoneMatch)) {
    const named = anyRev(ifNoneMatch, 'N');
    conditions.push({ ...named, text: `NOT ${named.text}` });
  }
  return conditions;
};

export const conditionsOf = (request: WithCaller & { readonly precondition?: Precondition }): Condition[] => [
  ...ownedBy(request),
  ...matchesPrecondition(request.precondition ?? {}),
];

/** Compares two values as JSON. DynamoDB does not keep the order of the members of an object. */
export const isEqual = (one: unknown, other: unknown) =>
  JSON.stringify(one) === JSON.stringify(other) || (one instanceof Object && isDeepStrictEqual(one, other));

/** DynamoDB refuses a list of names or values that is empty. */
const unlessEmpty = <T extends object>(list: T) => (Object.keys(list).length > 0 ? list : undefined);

export const conditionExpression = ({ text, names = {}, values = {} }: Condition) => ({
  ConditionExpression: text,
  ExpressionAttributeNames: unlessEmpty(names),
  ExpressionAttributeValues: unlessEmpty(values),
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/**
 * Returns the members of an update that sets attributes, and adds numbers, which can be negative, to others. The update removes an
 * attribute that is undefined.
 */
export const updateExpression = (
  attributes: Readonly<Record<string, unknown>>,
  condition: Condition,
  numbers: Readonly<Record<string, number>> = {},
) => {
  const aliased = (values: object) => Object.keys(values).map((path) => ({ path, ...aliasOf(path) }));
  const [changed, added] = [aliased(attributes), aliased(numbers)];
  const given = changed.filter(({ path }) => attributes[path] !== undefined);
  const gone = changed.filter(({ path }) => attributes[path] === undefined);
  const clauses = [
    ['SET', given.map(({ alias, word }) => `${alias} = :${word}`)],
    ['REMOVE', gone.map(({ alias }) => alias)],
    ['ADD', added.map(({ alias, word }) => `${alias} :${word}`)],
  ] as const;
  return {
    UpdateExpression: clauses.flatMap(([verb, parts]) => (parts[0] ? `${verb} ${parts.join(', ')}` : [])).join(' '),
    ...conditionExpression({
      text: condition.text,
      names: Object.assign({}, condition.names, ...[...changed, ...added].map(({ names }) => names)),
      values: {
        ...condition.values,
        ...Object.fromEntries(
          [...given, ...added].map(({ path, word }) => [`:${word}`, numbers[path] ?? attributes[path]]),
        ),
      },
    }),
  };
};

type Expressions = Readonly<Record<'UpdateExpression' | 'ConditionExpression', string>>;

export const isTooLong = ({ UpdateExpression, ConditionExpression }: Expressions) =>
  Math.max(UpdateExpression.length, ConditionExpression.length) > MAX_EXPRESSION_BYTES;
