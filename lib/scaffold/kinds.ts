import { country, currency } from '../../functions/kit/model/codes';
import { notBlank } from '../../functions/kit/model/field';
import { date, email, language, multiline, url, uuid } from '../../functions/kit/model/formats';
import { boolean, instant, integer, number, oneOf, texts } from '../../functions/kit/model/kinds';
import { states } from '../../functions/kit/rules/states';
import { boundedKindOf, type FieldKind, forms, uniqueTexts } from './bounds';

/** Returns the code of a call. */
export const callOf = (name: string, ...parameters: readonly string[]) => `${name}(${parameters.join(', ')})`;

const quote = (text: string) => `'${text}'`;

/** Makes unique values of five names. */
const uniqueOf = (withName: (name: string) => string) =>
  ['one', 'two', 'three', 'four', 'five'].map((name) => quote(withName(name)));

export const fieldKinds: Readonly<Record<string, FieldKind>> = {
  text: [
    ...(['Text', notBlank({ minLength: 1, maxLength: 200 }), "'One text'", "'Another text'", forms.text] as const),
    uniqueTexts.map(quote),
  ],
  multiline: [callOf('multiline'), multiline(), "'One line'", "'Another line'", forms.lines],
  integer: [callOf('integer'), integer(), '1', '2', forms.integer],
  number: [callOf('number'), number(), '0.5', '1.5', forms.number],
  boolean: ['boolean', boolean, 'true', 'false', /^(true|false)$/],
  instant: ['instant', instant, "'2026-11-01T08:30:00.000Z'", "'2026-11-02T08:30:00.000Z'", instant.pattern[0]],
  date: ['date', date, "'2026-11-28'", "'2026-12-24'", date.pattern[0]],
  email: [
    ...(['email', email, "'one@example.com'", "'two@example.com'", forms.text] as const),
    uniqueOf((name) => `${name}@example.com`),
  ],
  url: [
    ...(['url', url, "'https://example.com/one'", "'https://example.com/two'", forms.text] as const),
    uniqueOf((name) => `https://example.com/${name}`),
  ],
  uuid: ['uuid', uuid, quote(uuid.example), "'0b7c6f5e-3d2a-4c1b-9e8f-7a6b5c4d3e2f'", uuid.pattern[0]],
  country: ['country', country, "'DE'", "'FR'", country.pattern[0]],
  currency: ['currency', currency, "'EUR'", "'USD'", currency.pattern[0]],
  language: ['language', language, "'de'", "'pt-BR'", language.pattern[0]],
  list: [callOf('texts', 'Text'), texts({}), "['one']", "['one', 'two']", /^\[\]$/],
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

/**
 * Returns the kind of a name such as `text`, of `draft|published` for a set, of `draft>placed` for a state, or of `integer(1..10)`
 * for bounds. Wrong bounds are an error.
 */
export const kindOf = (name: string): FieldKind | string | undefined => {
  if (name.includes('>')) return stateKindOf(name);
  const [, bounded = '', inside = ''] = /^(\w+)\((.*)\)$/.exec(name === 'decimal' ? 'decimal()' : name) ?? [];
  if (bounded) return boundedKindOf(bounded, inside);
  const values = name.split('|') as [string, ...string[]];
  const [one = '', other, ...others] = values.map((text) => `'${text}'`);
  if (other) return [callOf('oneOf', one, other, ...others), oneOf(...values), one, other, new RegExp(`^(${name})$`)];
  return Object.hasOwn(fieldKinds, name) ? fieldKinds[name] : undefined;
};
