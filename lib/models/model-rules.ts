import { collectionPathOf, isList, pluralOf, type Route, verbOf } from '../../functions/kit/http/route';
import type { Field, Fields } from '../../functions/kit/model/field';
import { attributeOf, fieldsOfAll, MAX_ITEM_BYTES, maxItemBytesOf } from '../../functions/kit/model/models';
import { isFilter } from '../../functions/kit/model/page';
import { MAX_TAGS, READ_ONLY } from '../../functions/kit/rules/conditions';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import {
  all,
  equals,
  isNewer,
  isTooLong,
  MAX_WRITES,
  matchesPrecondition,
  ownedBy,
  updateExpression,
} from '../../functions/kit/table/expression';
import { sortKeyOf } from '../../functions/kit/table/keys';
import { hasChanges } from '../../functions/kit/table/objects/paths';
import { resources } from '../../functions/resources';
import { filterErrorOf, hasNoBound, isOwnAttribute, nameErrorOf, sortErrorOf, valueErrorOf } from './field-rules';
import { objectErrorOf } from './object-rules';

const hasDependents = ({ unique, parent }: Field) => unique || parent;

/**
 * Returns the longest condition of a PATCH: with as many tags as a request can have, each field with its longest form, and
 * the fields on which other items depend.
 */
const longestCondition = (fields: Fields) => {
  const tags = Array.from({ length: MAX_TAGS }, () => '');
  const others = [isNewer, ...ownedBy({ caller: { id: '', isAdmin: false } })];
  const changes = Object.entries(fields).map(([name, field]) => {
    const forms = [field.default ?? '', undefined].map((value) => hasChanges({ [name]: value }, fields));
    return forms.reduce((one, other) => (one.text.length < other.text.length ? other : one)).text;
  });
  const tagged = matchesPrecondition({ ifMatch: tags, ifNoneMatch: tags });
  const kept = Object.keys(fields).filter((name) => hasDependents(fields[name] ?? {}));
  const possible = Object.entries(fields).flatMap(([name, { changes: rule, oneOf = [] }]) => {
    const each = rule ? oneOf.map((state) => rule.conditionOf(name, state, oneOf[0])) : [];
    return each.sort((one, other) => other.text.length - one.text.length).slice(0, 1);
  });
  const conditions = [...others, ...tagged, ...kept.map((name) => equals(name, '')), ...possible];
  return `${all(...conditions).text} AND (${changes.join(' OR ')})`;
};

/** Returns a sentence for each reason why a resource cannot have its model: a name, a value, or a size that DynamoDB refuses. */
const errorsOf = (route: Route, resources: readonly Resource[]) => {
  const { response = {}, expands = {}, query = {} } = route;
  const [plural, path] = [pluralOf(route), collectionPathOf(route)];
  const { collection = plural } = resources.find((each) => each.path === path) ?? {};
  const fields = Object.entries(response).filter(([name]) => !READ_ONLY.includes(name));
  const ofFields = fields.flatMap(([name, field]) => {
    const added = Object.hasOwn(expands, name) ? 'is the name of a member that expand adds; choose another' : undefined;
    const unbound = hasNoBound(field) ? 'has no maxLength; give it one' : undefined;
    const wrong =
      (isFilter(field) ? filterErrorOf(name, field) : undefined) ??
      (field.sorted ? sortErrorOf(name, field, response) : undefined);
    const error =
      nameErrorOf(name, plural, attributeOf(collection, name, field)) ??
      added ??
      unbound ??
      wrong ??
      objectErrorOf(field) ??
      valueErrorOf(field);
    return error ? [`The field "${name}" of ${plural} ${error}.`] : [];
  });
  const ofExpands = Object.keys(expands)
    .filter(isOwnAttribute)
    .map(
      (name) =>
        `The member "${name}" that expand adds to ${plural} belongs to the service; name the parent's field otherwise.`,
    );
  const versions = resources.filter((each) => each.collection === collection).map(({ input }) => input);
  const stored = fieldsOfAll(collection, ...versions, response);
  const bytes = maxItemBytesOf(stored);
  const unsorted = Object.keys(response).find((name) => response[name]?.sorted && !query.sort?.oneOf?.includes(name));
  const noSort = `The field "${unsorted}" of ${plural} is sorted, and ${route.routeKey} has no sort by it; make its query by sortedPageQuery.`;
  const unstored = query.sort?.oneOf?.find((name) => !response[name]?.sorted);
  const noEntry = `${route.routeKey} sorts by "${unstored}", which is not sorted in the response of ${plural}; declare it there.`;
  const large = `The largest of the ${plural} has ${bytes} bytes in all versions; DynamoDB stores ${MAX_ITEM_BYTES}. Lower a maxLength.`;
  const own = fields.map(([name, field]) => [attributeOf(collection, name, field), field]);
  const sorted = stored.filter(({ field }) => field.sorted).map(({ attribute }) => sortKeyOf(attribute));
  const update = updateExpression(Object.fromEntries([...own, ...sorted.map((name) => [name, ''])]), isNewer);
  const isLong = isTooLong({ ...update, ConditionExpression: longestCondition(Object.fromEntries(own)) });
  const long = `A PATCH of ${plural} has too many fields for one expression of DynamoDB. Remove some, or shorten names.`;
  // A PUT can give each field another value: one write takes the old claim or count away, and one adds the new.
  const writes = 1 + 2 * stored.filter(({ field }) => hasDependents(field)).length;
  const many = `A PUT of ${plural} can take ${writes} writes, two for each unique field and parent; a transaction of DynamoDB has ${MAX_WRITES}. Let fewer fields be unique.`;
  return [
    ...ofFields,
    ...ofExpands,
    ...(unsorted ? [noSort] : []),
    ...(unstored ? [noEntry] : []),
    ...(bytes > MAX_ITEM_BYTES ? [large] : []),
    ...(isLong ? [long] : []),
    ...(writes > MAX_WRITES ? [many] : []),
  ];
};

/** Returns a sentence for each mistake in the models of the resources that only a request would show. */
export const modelErrors = (routes: Readonly<Record<string, Route>>, all: readonly Resource[] = resources) => {
  const lists = Object.values(routes).filter((route) => isList(route) && verbOf(route) === 'list');
  return [...new Set(lists.flatMap((route) => errorsOf(route, all)))];
};
