import { collectionPathOf, folderOf, isList, type Route, verbOf } from '../../functions/kit/http/route';
import type { Field } from '../../functions/kit/model/field';
import { instant } from '../../functions/kit/model/kinds';
import { nestedFieldsOf, type StoredField, storedFieldsOf } from '../../functions/kit/model/models';
import { resourceOf } from '../../functions/kit/resources';

/** Part of a field that decides whether it can show stored items. `values` are those of a set. */
export type TemplateField = {
  readonly kind: string;
  readonly values?: readonly string[];
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  /** Attribute of the table. */
  readonly stored: string;
  /** Rules for which the service writes claims, counts or entries of an index with each item. */
  readonly rules: readonly string[];
  /** Name of the claims of a unique field, and the form of a sample in which two values are compared. */
  readonly claims?: string;
};

/** Fields of each resource, by its folder, such as `orders`, and `orders-v2` for its second version. */
export type StoredModels = Readonly<Record<string, Readonly<Record<string, TemplateField>>>>;

/** Tells whether a client must give the field. */
export const isRequired = ({ isOptional, default: value }: Field) => !isOptional && value === undefined;

const kindOf = ({ items, fields, oneOf, type, decimals, pattern, format }: Field): string => {
  if (items) return `list of ${kindOf(items)}`;
  if (fields) return 'object';
  if (oneOf) return 'oneOf';
  if (decimals) return `decimal(${decimals.places})`;
  return type ?? (pattern === instant.pattern ? 'instant' : (format ?? 'text'));
};

const rulesOf = ({ unique, isIndexed: indexed, parent: belongsTo, sorted }: Field) =>
  Object.entries({ unique, indexed, belongsTo, sorted }).flatMap(([rule, isDeclared]) => (isDeclared ? [rule] : []));

/** Text of capital letters, marks, signs and spaces, which shows most changes of a normalization. */
const SAMPLE = ' A\u00C9E\u0301\u212B \uFB01 b-1_2.c+d@F ';

export const templateField = ({ field, attribute }: StoredField): TemplateField => ({
  kind: kindOf(field),
  values: field.oneOf ?? field.items?.oneOf,
  isRequired: isRequired(field),
  hasDefault: field.default !== undefined,
  stored: attribute,
  rules: rulesOf(field),
  claims: field.unique && `${field.unique.claim ?? ''} ${field.unique.normalize?.(SAMPLE) ?? SAMPLE}`,
});

/** Returns the last day of each deprecated version, by its folder. It is empty where no day is named. */
export const deprecationsOf = (routes: Readonly<Record<string, Route>>): Readonly<Record<string, string>> => {
  const deprecated = Object.values(routes).flatMap((route) =>
    verbOf(route) === 'get' && route.deprecated
      ? [[folderOf(collectionPathOf(route)), route.deprecated.sunset ?? '']]
      : [],
  );
  return Object.fromEntries(deprecated);
};

/** Returns the models of the resources as the deployed template carries them. */
export const modelsOf = (routes: Readonly<Record<string, Route>>): StoredModels => {
  const gets = Object.values(routes).filter((route) => verbOf(route) === 'get');
  const models = gets.map((route) => {
    const [response, collection] = [route.response ?? {}, resourceOf(route)?.collection ?? ''];
    const fields = storedFieldsOf(collection, response)
      .flatMap((each) => [each, ...nestedFieldsOf(each)])
      .map((each) => [each.name, templateField(each)]);
    return [folderOf(collectionPathOf(route)), Object.fromEntries(fields)];
  });
  return Object.fromEntries(models);
};

/** Callers of a route on a stage with authentication and ownership, the fewest first. */
export const callers = ['owners and admins', 'callers with its scope', 'everybody'] as const;

export type Callers = Readonly<Record<string, (typeof callers)[number]>>;

/** Returns the callers of each route that uses the table, by its name. All versions of a route count as one. */
export const callersOf = (routes: Readonly<Record<string, Route>>): Callers => {
  const rankOf = (route: Route) => {
    if (route.access === 'public') return 2;
    return resourceOf(route)?.isPrivate && verbOf(route) !== 'create' ? 0 : 1;
  };
  const used = Object.entries(routes).filter(([, { actions }]) => actions);
  const ranked = used.map(([name, route]) => [name.replace(/V\d+$/, ''), rankOf(route)] as const);
  // The version with the most callers is the last one of its name.
  const sorted = ranked.toSorted(([, one], [, other]) => one - other);
  return Object.fromEntries(sorted.map(([name, rank]) => [name, callers[rank]]));
};

/** Members of parents that each list shows by `expand`, such as `customer.name`. All versions of a list count as one. */
export type ShownMembers = Readonly<Record<string, readonly string[]>>;

export const shownOf = (routes: Readonly<Record<string, Route>>): ShownMembers => {
  const shown: Record<string, readonly string[]> = {};
  for (const [version, route] of Object.entries(routes)) {
    if (!isList(route)) continue;
    const name = version.replace(/V\d+$/, '');
    const members = Object.entries(route.expands ?? {}).flatMap(([parent, model]) =>
      Object.keys(model).map((member) => `${parent}.${member}`),
    );
    shown[name] = [...new Set([...(shown[name] ?? []), ...members])];
  }
  return shown;
};
