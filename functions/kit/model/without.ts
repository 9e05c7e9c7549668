import type { Fields } from './field';

/**
 * Returns a model without some of its fields, as for another version of a resource.
 * @example OrderV2Input = { ...without(OrderInput, 'note'), comment: storedAs('note', OrderInput.note) }
 */
export const without = <const F extends Fields, const Name extends keyof F & string>(
  fields: F,
  ...names: readonly Name[]
) => {
  const left: readonly string[] = names;
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name))) as Omit<F, Name>;
};
