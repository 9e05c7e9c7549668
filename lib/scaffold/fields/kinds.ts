import { country, currency } from '../../../functions/kit/model/codes';
import type { Field } from '../../../functions/kit/model/field';
import { date, email, language, url, uuid } from '../../../functions/kit/model/formats';
import { boolean, instant, oneOf, texts } from '../../../functions/kit/model/kinds';
import { states } from '../../../functions/kit/rules/states';
import { boundedKindOf, type FieldKind, quote, TEXT, textKindOf } from './bounds';
import { emails, type NamedField, urlsOf } from './usual';

/** Returns the code of a call. */
export const callOf = (name: string, ...parameters: readonly string[]) => `${name}(${parameters.join(', ')})`;

/** Kinds by their names, but the decimal, whose number of decimals a person tells. */
export const fieldKinds: Readonly<Record<string, (given: NamedField) => FieldKind | string>> = {
  text: textKindOf,
  multiline: (given) => boundedKindOf('multiline', given),
  integer: (given) => boundedKindOf('integer', given),
  number: (given) => boundedKindOf('number', given),
  boolean: () => ['boolean', boolean, /^(true|false)$/, ['true', 'false']],
  instant: () => [
    ...(['instant', instant, instant.pattern[0]] as const),
    ['2026-11-01T08:30:00.000Z', '2026-11-02T08:30:00.000Z'].map(quote),
  ],
  date: () => ['date', date, date.pattern[0], ['2026-11-28', '2026-12-24'].map(quote)],
  email: () => ['email', email, TEXT, emails.map(quote)],
  url: (given) => ['url', url, TEXT, urlsOf(given).map(quote)],
  uuid: () => ['uuid', uuid, uuid.pattern[0], [uuid.example, '0b7c6f5e-3d2a-4c1b-9e8f-7a6b5c4d3e2f'].map(quote)],
  country: () => ['country', country, country.pattern[0], ['DE', 'FR'].map(quote)],
  currency: () => ['currency', currency, currency.pattern[0], ['EUR', 'USD'].map(quote)],
  language: () => ['language', language, language.pattern[0], ['de', 'pt-BR'].map(quote)],
  list: (given) => {
    const [code, field, , [one, other]] = textKindOf(given);
    return [callOf('texts', code), texts(field), /^\[\]$/, [`[${one}]`, `[${one}, ${other}]`]];
  },
};

/** Characters for which a unique text needs room, because the tests and `npm run verify` make values of so many. */
const MIN_UNIQUE = 64;

/** Tells whether a field of a kind can be unique. */
export const canBeUnique = (kind: string, { maxLength = 0 }: Field) =>
  /^(text|email|url)\b(?!\|)/.test(kind) && maxLength >= MIN_UNIQUE;

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
  const members = Object.entries(changes).map(([from, next]) => `${from}: [${next.map(quote).join(', ')}]`);
  const values = field.oneOf.slice(0, 2).map(quote);
  return values[1] ? [callOf('states', `{ ${members.join(', ')} }`), field, /(?!)/, values] : undefined;
};

/**
 * Returns the kind of a name such as `text`, of `draft|published` for a set, of `draft>placed` for a state, or of `integer(1..10)`
 * for bounds. Wrong bounds are an error.
 */
export const kindOf = (name: string, given: NamedField): FieldKind | string | undefined => {
  if (name.includes('>')) return stateKindOf(name);
  const [, bounded = '', inside = ''] = /^(\w+)\((.*)\)$/.exec(name === 'decimal' ? 'decimal()' : name) ?? [];
  if (bounded) return boundedKindOf(bounded, given, inside);
  const values = name.split('|') as [string, ...string[]];
  const codes = values.map(quote);
  if (codes[1]) return [callOf('oneOf', ...codes), oneOf(...values), new RegExp(`^(${name})$`), codes.slice(0, 2)];
  return Object.hasOwn(fieldKinds, name) ? fieldKinds[name]?.(given) : undefined;
};
