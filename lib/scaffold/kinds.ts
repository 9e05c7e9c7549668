import { type Field, notBlank } from '../../functions/kit/model/field';
import { boolean, instant, integer, number, oneOf, texts } from '../../functions/kit/model/kinds';
import { states } from '../../functions/kit/rules/states';

/** Returns the code of a call. */
export const callOf = (name: string, ...parameters: readonly string[]) => `${name}(${parameters.join(', ')})`;

/** Kind of a field: its code in the model, its rules, two valid values as code, and the form of a default, which needs no escapes. */
type FieldKind = readonly [code: string, field: Field, one: string, other: string, form: RegExp];

export const fieldKinds: Readonly<Record<string, FieldKind>> = {
  text: ['Text', notBlank({ minLength: 1, maxLength: 200 }), "'One text'", "'Another text'", /^[^'\\\s][^'\\]*$/],
  integer: [callOf('integer'), integer(), '1', '2', /^-?(0|[1-9]\d{0,14})$/],
  number: [callOf('number'), number(), '0.5', '1.5', /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/],
  boolean: ['boolean', boolean, 'true', 'false', /^(true|false)$/],
  instant: ['instant', instant, "'2026-11-01T08:30:00.000Z'", "'2026-11-02T08:30:00.000Z'", instant.pattern[0]],
  list: [callOf('texts', 'Text'), texts({}), "['one']", "['one', 'two']", /^\[\]$/],
};

/** Values of a unique text: of the two stored examples, and of the bodies of POST, PUT and PATCH. */
export const uniqueTexts = ["'One text'", "'Another text'", "'A third text'", "'A fourth text'", "'A fifth text'"];

/** Names of states. Each begins with a letter, because JavaScript sorts keys of digits before the others. */
const GROUP = '[A-Za-z]\\w*(?:,[A-Za-z]\\w*)*';
const CHAIN = `${GROUP}(?:>${GROUP})+`;
/** Form of the changes of a state, such as `draft>placed>shipped,cancelled;placed>draft`. */
export const STATES = `${CHAIN}(?:;${CHAIN})*`;

/**
 * Returns the states with those to which each may change. In a chain, each state of a group may change to all states of the next
 * group. A change of a state to itself is left out, because each state may stay.
 */
const changesOf = (text: string) => {
  const changes = new Map<string, Set<string>>();
  for (const chain of text.split(';')) {
    const groups = chain.split('>').map((group) => group.split(','));
    for (const [at, next] of groups.slice(1).entries())
      for (const from of groups[at] ?? []) {
        const others = next.filter((to) => to !== from);
        changes.set(from, new Set([...(changes.get(from) ?? []), ...others]));
      }
  }
  return Object.fromEntries([...changes].map(([from, next]) => [from, [...next]]));
};

/** Returns the kind of a state. Its form of a default matches nothing, because the default is the first state. */
const stateKindOf = (text: string): FieldKind | undefined => {
  const changes = changesOf(text);
  const field = states(changes);
  const [one, other] = field.oneOf.map((name) => `'${name}'`);
  const members = Object.entries(changes).map(([from, next]) => `${from}: [${next.map((to) => `'${to}'`).join(', ')}]`);
  return one && other ? [callOf('states', `{ ${members.join(', ')} }`), field, one, other, /(?!)/] : undefined;
};

/** Returns the kind of a name such as `text`, of `draft|published` for a set, or of `draft>placed` for a state. */
export const kindOf = (name: string): FieldKind | undefined => {
  if (name.includes('>')) return stateKindOf(name);
  const values = name.split('|') as [string, ...string[]];
  const [one = '', other, ...others] = values.map((text) => `'${text}'`);
  if (other) return [callOf('oneOf', one, other, ...others), oneOf(...values), one, other, new RegExp(`^(${name})$`)];
  return Object.hasOwn(fieldKinds, name) ? fieldKinds[name] : undefined;
};
