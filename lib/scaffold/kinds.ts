import { type Field, notBlank } from '../../functions/kit/model/field';
import { boolean, instant, integer, number, oneOf, texts } from '../../functions/kit/model/kinds';
import { states } from '../../functions/kit/rules/states';
import { boundsOf, examplesOf, maxLengthOf } from './usual';

/** Returns the code of a call. */
export const callOf = (name: string, ...parameters: readonly string[]) => `${name}(${parameters.join(', ')})`;

/**
 * Kind of a field: its code in the model, its rules, two valid values as code, the form of a default, which needs no escapes, and
 * up to three further values.
 */
type FieldKind = readonly [
  code: string,
  field: Field,
  one: string,
  other: string,
  form: RegExp,
  more?: readonly string[],
];

/** Field that a person declares: its name, what each resource is, its default, and whether an index has its values. */
type NamedField = Readonly<Record<'name' | 'noun', string>> & {
  readonly value?: string;
  readonly isInIndex?: boolean;
};

/** Returns the code of an object of numbers, of which large ones have underscores. */
const codeOfNumbers = (values: Readonly<Record<string, number>>) => {
  const members = Object.entries(values).map(([name, value]) => `${name}: ${value.toLocaleString('en')}`);
  return `{ ${members.map((member) => member.replaceAll(',', '_')).join(', ')} }`;
};

/** Makes a kind of the values that are usual under the name of the field. */
const usualKind = ({ name, noun }: NamedField, code: string, field: Field, form: RegExp): FieldKind => {
  const [one = '', other = '', ...more] = examplesOf(name, noun, field);
  return [code, field, one, other, form, more];
};

const textOf = ({ name, value, isInIndex = false }: NamedField) => {
  const rules = { minLength: 1, maxLength: maxLengthOf(name, isInIndex, value) };
  return [callOf('notBlank', codeOfNumbers(rules)), notBlank(rules)] as const;
};

const numberKindOf = (kind: 'integer' | 'number', form: RegExp) => (given: NamedField) => {
  const bounds = boundsOf(given.name, Number(given.value ?? 0));
  const field = kind === 'integer' ? integer(bounds) : number(bounds);
  return usualKind(given, callOf(kind, codeOfNumbers(bounds)), field, form);
};

export const fieldKinds: Readonly<Record<string, FieldKind | ((given: NamedField) => FieldKind)>> = {
  text: (given) => usualKind(given, ...textOf(given), /^[^'\\\s][^'\\]*$/),
  integer: numberKindOf('integer', /^-?(0|[1-9]\d{0,14})$/),
  number: numberKindOf('number', /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/),
  boolean: ['boolean', boolean, 'true', 'false', /^(true|false)$/],
  instant: ['instant', instant, "'2026-11-01T08:30:00.000Z'", "'2026-11-02T08:30:00.000Z'", instant.pattern[0]],
  list: (given) => {
    const [code, field] = textOf(given);
    return usualKind(given, callOf('texts', code), texts(field), /^\[\]$/);
  },
};

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

/** Returns the kind of a field: one such as `text`, `draft|published` for a set, or `draft>placed` for a state. */
export const kindOf = (name: string, given: NamedField): FieldKind | undefined => {
  if (name.includes('>')) return stateKindOf(name);
  const values = name.split('|') as [string, ...string[]];
  const [one = '', other, ...others] = values.map((text) => `'${text}'`);
  if (other) return [callOf('oneOf', one, other, ...others), oneOf(...values), one, other, new RegExp(`^(${name})$`)];
  const found = Object.hasOwn(fieldKinds, name) ? fieldKinds[name] : undefined;
  return typeof found === 'function' ? found(given) : found;
};
