import type { Fields } from '../model/field';
import { mustOwn, type Precondition, type WithCaller } from '../rules/conditions';

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
/**
 * Condition of an update that does not name a revision. When the reply is lost, the SDK sends the update again. Without
 * this condition, the retry would undo another request's write in between. `updateExpression` defines both names.
 */
export const isNewer: Condition = { text: '#updatedAt < :updatedAt' };

/** Compares an attribute with a value. Uses the alias `#name`, because DynamoDB reserves words such as `name`. */
const compare = (attribute: string, operator: '=' | '<>', value: unknown): Condition => {
  const names = { [`#${attribute}`]: attribute };
  const presence = operator === '=' ? 'attribute_not_exists' : 'attribute_exists';
  if (value === undefined) return { text: `${presence}(#${attribute})`, names };
  return { text: `#${attribute} ${operator} :Is${attribute}`, names, values: { [`:Is${attribute}`]: value } };
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

export const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Returns the condition that at least one of these attributes has another value. A missing attribute has its default. */
export const hasChanges = (attributes: Record<string, unknown>, fields: Fields): Condition => {
  const each = Object.entries(attributes).map(([attribute, value]) => {
    const differs = compare(attribute, '<>', value);
    const isDefault = value !== undefined && isEqual(value, fields[attribute]?.default);
    // AND binds before OR. DynamoDB refuses redundant parentheses.
    return isDefault ? { ...differs, text: `${differs.text} AND attribute_exists(#${attribute})` } : differs;
  });
  return each.length > 0 ? { ...all(...each), text: `(${each.map(({ text }) => text).join(' OR ')})` } : itemMissing;
};

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
  const given = Object.keys(attributes).filter((name) => attributes[name] !== undefined);
  const gone = Object.keys(attributes).filter((name) => attributes[name] === undefined);
  const values = { ...attributes, ...numbers };
  const clauses = [
    ['SET', given.map((name) => `#${name} = :${name}`)],
    ['REMOVE', gone.map((name) => `#${name}`)],
    ['ADD', Object.keys(numbers).map((name) => `#${name} :${name}`)],
  ] as const;
  return {
    UpdateExpression: clauses.flatMap(([verb, parts]) => (parts[0] ? `${verb} ${parts.join(', ')}` : [])).join(' '),
    ...conditionExpression({
      text: condition.text,
      names: { ...condition.names, ...Object.fromEntries(Object.keys(values).map((name) => [`#${name}`, name])) },
      values: {
        ...condition.values,
        ...Object.fromEntries([...given, ...Object.keys(numbers)].map((name) => [`:${name}`, values[name]])),
      },
    }),
  };
};
