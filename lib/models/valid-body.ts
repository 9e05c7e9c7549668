import { errorOf, exampleOf } from '../../functions/kit/model/check';
import type { Field } from '../../functions/kit/model/field';
import type { Resource } from '../../functions/kit/site/openapi/resource';

type Parts = {
  /** Body to start from. By default the example of POST. */
  readonly example?: object;
  /** Returns the id of a parent by its noun, and by the id in the example. */
  readonly parents?: (noun: string, id: unknown) => unknown;
  /** Returns another value of a unique field. */
  readonly unique?: (value: unknown, name: string) => unknown;
  /** Makes a value of a field. The example stays where the field refuses the value. */
  readonly random?: (field: Field) => unknown;
};

type Described = Pick<Resource, 'input' | 'examples'>;

/** Returns another value of a unique field. That of a URL stands at the end, because the beginning has a form. */
const uniqueValue = (field: Field, value: unknown, unique: (value: unknown) => unknown) => {
  const [made, other] = [unique(value), `${value}/${unique('')}`];
  return errorOf(field, made) && !errorOf(field, other) ? other : made;
};

/**
 * Makes a body that a resource accepts.
 * @example validBody(ordersDocs, { parents: () => customerId, unique: (value) => `${value}-2` })
 */
export const validBody = (
  { input, examples }: Described,
  { example = examples.create.request, parents, unique, random }: Parts = {},
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(example).map(([name, given]) => {
      const field = input[name] ?? {};
      if (field.parent) return [name, parents ? parents(field.parent.parent, given) : given];
      const made = random?.(field);
      const value = made === undefined || errorOf(field, made) ? given : made;
      return [name, field.unique && unique ? uniqueValue(field, value, (one) => unique(one, name)) : value];
    }),
  );

/** Returns a valid value of a field, from an example of its resource if one has the field. */
export const validValue = ({ input, examples }: Described, name: string, field = input[name] ?? {}) => {
  const values: Readonly<Record<string, unknown>> = { ...examples.replace.request, ...examples.create.request };
  return values[name] ?? field.oneOf?.[0] ?? exampleOf(field);
};
