import { pluralOf, type Route, verbOf } from '../../functions/kit/http/route';
import type { Field } from '../../functions/kit/model/field';
import { instant } from '../../functions/kit/model/kinds';

/** Part of a field that decides whether stored values satisfy the field. `values` are those of a set. */
type StoredField = { readonly kind: string; readonly values?: readonly string[]; readonly isRequired: boolean };

/** Fields of each resource, by the plural of the resource. */
export type StoredModels = Readonly<Record<string, Readonly<Record<string, StoredField>>>>;

const kindOf = ({ items, oneOf, type, pattern }: Field): string => {
  if (items) return `list of ${kindOf(items)}`;
  if (oneOf) return 'oneOf';
  return type ?? (pattern === instant.pattern ? 'instant' : 'text');
};

const storedField = (field: Field): StoredField => ({
  kind: kindOf(field),
  values: field.oneOf ?? field.items?.oneOf,
  isRequired: !field.isOptional && field.default === undefined,
});

/** Returns the models of the resources as the deployed template carries them. */
export const modelsOf = (routes: Readonly<Record<string, Route>>): StoredModels => {
  const gets = Object.values(routes).filter((route) => verbOf(route) === 'get');
  const models = gets.map((route) => {
    const fields = Object.entries(route.response ?? {}).map(([name, field]) => [name, storedField(field)]);
    return [pluralOf(route), Object.fromEntries(fields)];
  });
  return Object.fromEntries(models);
};
