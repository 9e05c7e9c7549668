import type { ChangeRule } from '../model/change-rule';
import type { Field } from '../model/field';
import type { ProblemParts } from '../model/relation';
import { memberProblem } from './problem';

type Changes = Readonly<Record<string, readonly string[]>>;
type StateIn<C extends Changes> = (keyof C & string) | C[keyof C][number];

/** Returns the 409 for a change that the current state does not allow. */
export const notPossible = (name: string, detail = `The current ${name} does not allow this one.`): ProblemParts => [
  409,
  `${name}-not-possible`,
  detail,
];

/** The placeholder of a value holds the attribute, because a resource can have several states. */
const conditionOf = (attribute: string, values: readonly string[], hasDefault: boolean) => {
  const placeholders = values.map((_, i) => `:Of${attribute}_${i}`);
  const isMissing = hasDefault ? ` OR attribute_not_exists(#${attribute})` : '';
  return {
    text: `(#${attribute} IN (${placeholders.join(', ')})${isMissing})`,
    names: { [`#${attribute}`]: attribute },
    values: Object.fromEntries(values.map((value, i) => [placeholders[i], value])),
  };
};

/**
 * Makes a field whose value is a state. Maps each state to those to which it may change. The first one is the default. Clients
 * may create a resource in any state, because an import does.
 * @example status: states({ draft: ['placed'], placed: ['shipped', 'cancelled'] })
 */
export const states = <const C extends Changes>(changes: C) => {
  const next = new Map<unknown, readonly string[]>(Object.entries(changes));
  const names = [...new Set([...next].flat(2))] as [StateIn<C>, ...StateIn<C>[]];
  // JavaScript puts names of digits first, which would be another default.
  const digits = names.find((name) => /^\d+$/.test(name));
  if (digits) throw new Error(`A state is "${digits}"; begin its name with a letter.`);
  const sourcesOf: ChangeRule['sourcesOf'] = (to) =>
    names.filter((from) => from === to || next.get(from)?.includes(String(to)));
  const describe: ChangeRule['describe'] = (from) => {
    const others = (next.get(from) ?? []).join(', ').replace(/,(?!.*,)/, ' or');
    return `${from} ${others ? `may become ${others}` : 'stays as it is'}`;
  };
  const rule: ChangeRule = {
    sourcesOf,
    describe,
    conditionOf: (attribute, to, byDefault) =>
      conditionOf(attribute, sourcesOf(to), sourcesOf(to).includes(String(byDefault))),
    check: ({ name, attribute, field }, current, body) => {
      if (!(attribute in body)) return;
      const [stored, to] = [current[attribute], body[attribute]];
      const from = typeof stored === 'string' ? stored : field.default;
      const detail = `${name} cannot become ${to}: ${describe(from)}.`;
      if (!sourcesOf(to).includes(String(from))) throw memberProblem(name, 'not-allowed', notPossible(name, detail));
    },
  };
  return { oneOf: names, default: names[0], example: names[0], changes: rule, isKept: true } as const satisfies Field;
};
