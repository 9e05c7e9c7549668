import type { Precondition } from '../http/precondition';

/** A condition with the names and values that it speaks of. */
export type Condition = {
  readonly text: string;
  readonly names?: Record<string, string>;
  readonly values?: Record<string, unknown>;
};

export const present: Condition = { text: 'attribute_exists(pk)' };
export const absent: Condition = { text: 'attribute_not_exists(pk)' };
/**
 * Of an update that is not pinned to a revision. When its answer is lost and the SDK sends it again, somebody else
 * may have written in between: without this the retry would undo that. It names what `updating` sets.
 */
export const newer: Condition = { text: '#updatedAt < :updatedAt' };

/** Names an attribute. The sign is needed, because `name` is a reserved word. A client never chooses a name. */
const compare = (attribute: string, operator: '=' | '<>', value: unknown): Condition => {
  const names = { [`#${attribute}`]: attribute };
  const presence = operator === '=' ? 'attribute_not_exists' : 'attribute_exists';
  if (value === undefined) return { text: `${presence}(#${attribute})`, names };
  return { text: `#${attribute} ${operator} :${attribute}Is`, names, values: { [`:${attribute}Is`]: value } };
};

export const equals = (attribute: string, value: unknown) => compare(attribute, '=', value);

const anyRev = (revs: readonly string[], prefix: string): Condition => ({
  text: `rev IN (${revs.map((_, i) => `:${prefix}${i}`).join(', ')})`,
  values: Object.fromEntries(revs.map((rev, i) => [`:${prefix}${i}`, rev])),
});

export const all = (...conditions: readonly Condition[]): Condition => ({
  text: conditions.map(({ text }) => text).join(' AND '),
  names: Object.assign({}, ...conditions.map(({ names }) => names)),
  values: Object.assign({}, ...conditions.map(({ values }) => values)),
});

/** Conditions for the precondition of the request. A header without a tag that could match is never true. */
export const meets = ({ ifMatch, ifNoneMatch }: Precondition): Condition[] => {
  const conditions: Condition[] = [];
  if (Array.isArray(ifMatch)) conditions.push(ifMatch.length > 0 ? anyRev(ifMatch, 'match') : absent);
  if (ifNoneMatch === '*') conditions.push(absent);
  if (Array.isArray(ifNoneMatch)) {
    const named = anyRev(ifNoneMatch, 'noneMatch');
    conditions.push({ ...named, text: `NOT ${named.text}` });
  }
  return conditions;
};

/** Condition that at least one of these attributes would change. */
export const differs = (attributes: Record<string, unknown>): Condition => {
  const each = Object.entries(attributes).map(([attribute, value]) => compare(attribute, '<>', value));
  return each.length > 0 ? { ...all(...each), text: `(${each.map(({ text }) => text).join(' OR ')})` } : absent;
};

/** The members of a command that hold a condition. */
export const conditional = ({ text, names = {}, values = {} }: Condition) => ({
  ConditionExpression: text,
  ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
  ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
});

/** The members of an update that sets these attributes, and removes those that are undefined. */
export const updating = (attributes: Record<string, unknown>, condition: Condition) => {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const gone = Object.keys(attributes).filter((attribute) => attributes[attribute] === undefined);
  const set = `SET ${given.map(([attribute]) => `#${attribute} = :${attribute}`).join(', ')}`;
  return {
    UpdateExpression: gone.length > 0 ? `${set} REMOVE ${gone.map((attribute) => `#${attribute}`).join(', ')}` : set,
    ...conditional({
      text: condition.text,
      names: { ...condition.names, ...Object.fromEntries(Object.keys(attributes).map((key) => [`#${key}`, key])) },
      values: { ...condition.values, ...Object.fromEntries(given.map(([key, value]) => [`:${key}`, value])) },
    }),
  };
};

/** The members of an update that counts an attribute up or down. */
export const counting = (attribute: string, by: number, condition = present) => ({
  UpdateExpression: `ADD ${attribute} :by`,
  ...conditional({ ...condition, values: { ...condition.values, ':by': by } }),
});
