import { READ_ONLY } from '../../functions/kit/http/fields';
import { MAX_TAGS } from '../../functions/kit/http/precondition';
import type { Resource } from '../../functions/kit/http/resource';
import { collectionPathOf, isList, pluralOf, type Route, verbOf } from '../../functions/kit/http/route';
import type { Field, Fields } from '../../functions/kit/model/field';
import { idPattern } from '../../functions/kit/model/id';
import { fieldsOfAll, maxBytesOf, maxItemBytesOf } from '../../functions/kit/model/models';
import { isFilter, pageQuery } from '../../functions/kit/model/page';
import { IS_PARENT, pluralIn } from '../../functions/kit/model/relation';
import { all, hasChanges, isNewer, matchesPrecondition, ownedBy } from '../../functions/kit/table/expression';
import { resources, storedFields } from '../../functions/resources';

/** Attributes of an item beside its fields. DynamoDB deletes an item with an `expiresAt` that has passed. */
const OWN_ATTRIBUTES: readonly string[] = ['pk', 'sk', 'rev', 'owner', 'expiresAt', IS_PARENT, ...READ_ONLY];

/** Tells whether an attribute of an item is the service's own. */
export const isOwnAttribute = (name: string) => OWN_ATTRIBUTES.includes(name);

/** Returns the end of a sentence about a name that no field of a resource can have, or about its attribute of the table. */
export const nameErrorOf = (name: string, plural: string, attribute = name) => {
  if (!/^[a-z][A-Za-z\d]{0,99}$/.test(name))
    return 'must begin with a lower-case letter, and have at most 100 letters and digits';
  if (isOwnAttribute(name)) return 'belongs to the service; choose another';
  if (name in {}) return 'is a member of every object of JavaScript; choose another name';
  // An index holds one kind of items. Another resource can have a field whose attribute is its name.
  const indexed = resources.find((each) =>
    storedFields(each).some(({ field, attribute: key }) => (field.isIndexed || field.parent) && key === attribute),
  );
  const owner = pluralIn(indexed?.path ?? plural);
  return owner === plural ? undefined : `would put ${plural} into the index of ${owner}; choose another name`;
};

const hasNoBound = ({ type, items, maxLength, oneOf, pattern }: Field): boolean =>
  items ? hasNoBound(items) : !type && maxLength === undefined && !oneOf && pattern !== idPattern;

const listParameters = [...Object.keys(pageQuery({})), 'expand'];
/** Maximum size of a text in the key of an index. DynamoDB allows 2,048 bytes. */
const MAX_KEY_BYTES = 1024;

/** Returns the end of a sentence about a field by which no list can find resources. */
export const filterErrorOf = (name: string, field: Field) => {
  if (listParameters.includes(name)) return 'is a parameter of every list; choose another name';
  if (field.type === 'boolean') return "is a boolean, which cannot be a key of DynamoDB; use oneOf('yes', 'no')";
  if (field.type === 'number' || field.items)
    return 'is a number or a list; use a text, a set, an integer or an instant';
  if (field.unique && field.default !== undefined)
    return 'is unique, and many would have its default; make it optional';
  if (!field.isIndexed) return undefined;
  if (!field.type && !field.oneOf && !field.pattern && !field.minLength) return 'may be empty; give it minLength 1';
  return maxBytesOf(field) > MAX_KEY_BYTES
    ? `can have ${maxBytesOf(field)} bytes; lower its maxLength to 256`
    : undefined;
};

/** DynamoDB's limits of an item and of an expression, with room for conditions on fields that other items depend on. */
const MAX_ITEM_BYTES = 400 * 1024;
const MAX_EXPRESSION_BYTES = 4096 - 256;

/** Returns the longest condition of a PATCH: with as many tags as a request can have, and each field with its longest form. */
const longestCondition = (fields: Fields) => {
  const tags = Array.from({ length: MAX_TAGS }, () => '');
  const others = [isNewer, ...ownedBy({ caller: { id: '', isAdmin: false } })];
  const changes = Object.entries(fields).map(([name, field]) => {
    const forms = [field.default ?? '', undefined].map((value) => hasChanges({ [name]: value }, fields));
    return forms.reduce((one, other) => (one.text.length < other.text.length ? other : one)).text;
  });
  const tagged = matchesPrecondition({ ifMatch: tags, ifNoneMatch: tags });
  return `${all(...others, ...tagged).text} AND (${changes.join(' OR ')})`;
};

/** Returns a sentence for each reason why a resource cannot have its model: a name, or a size that DynamoDB refuses. */
const errorsOf = (route: Route, all: readonly Resource[]) => {
  const { response = {}, expands = {} } = route;
  const [plural, path] = [pluralOf(route), collectionPathOf(route)];
  const fields = Object.fromEntries(Object.entries(response).filter(([name]) => !READ_ONLY.includes(name)));
  const ofFields = Object.entries(fields).flatMap(([name, field]) => {
    const added = Object.hasOwn(expands, name) ? 'is the name of a member that expand adds; choose another' : undefined;
    const unbound = hasNoBound(field) ? 'has no maxLength; give it one' : undefined;
    const wrong = isFilter(field) ? filterErrorOf(name, field) : undefined;
    const error = nameErrorOf(name, plural, field.stored) ?? added ?? unbound ?? wrong;
    return error ? [`The field "${name}" of ${plural} ${error}.`] : [];
  });
  const { collection = '' } = all.find((each) => each.path === path) ?? {};
  const versions = all.filter((each) => each.collection === collection).map(({ input }) => input);
  const bytes = maxItemBytesOf(fieldsOfAll(collection, ...versions, response));
  const large = `The largest of the ${plural} has ${bytes} bytes in all versions; DynamoDB stores ${MAX_ITEM_BYTES}. Lower a maxLength.`;
  const long = `A PATCH of ${plural} has too many fields for one condition of DynamoDB. Remove some, or shorten names.`;
  const isLong = longestCondition(fields).length > MAX_EXPRESSION_BYTES;
  return [...ofFields, ...(bytes > MAX_ITEM_BYTES ? [large] : []), ...(isLong ? [long] : [])];
};

/** Returns a sentence for each mistake in the models of the resources that only a request would show. */
export const modelErrors = (routes: Readonly<Record<string, Route>>, all: readonly Resource[] = resources) => {
  const lists = Object.values(routes).filter((route) => isList(route) && verbOf(route) === 'list');
  return [...new Set(lists.flatMap((route) => errorsOf(route, all)))];
};
