import { errorOf, readValues } from '../../functions/kit/model/check';
import type { Field, Fields } from '../../functions/kit/model/field';
import { idPattern } from '../../functions/kit/model/id';
import { MAX_KEY_BYTES, maxBytesOf } from '../../functions/kit/model/models';
import { isFilter } from '../../functions/kit/model/page';
import { IS_PARENT, pluralIn } from '../../functions/kit/model/relation';
import { sortKindOf } from '../../functions/kit/model/sort-kinds';
import { sortedPageQuery } from '../../functions/kit/model/sort-query';
import { shorten } from '../../functions/kit/model/text';
import { storedFields } from '../../functions/kit/resources';
import { READ_ONLY } from '../../functions/kit/rules/conditions';
import { isEqual } from '../../functions/kit/table/expression';
import { OWNED } from '../../functions/kit/table/keys';
import { resources } from '../../functions/resources';

/*
 * Errors of fields. Each is a predicate without its subject, such as `is a list; use a text`, because the caller names the field.
 */

/** Attributes of an item beside its fields. DynamoDB deletes an item with an `expiresAt` that has passed. */
const OWN_ATTRIBUTES: readonly string[] = ['pk', 'sk', 'rev', 'owner', 'expiresAt', IS_PARENT, OWNED, ...READ_ONLY];

/** Tells whether an attribute of an item is the service's own. */
export const isOwnAttribute = (name: string) => OWN_ATTRIBUTES.includes(name);

/** Returns the error of a name that every object of JavaScript has. */
export const objectWordErrorOf = (word: string) =>
  word in {} ? 'is a member of every object of JavaScript; choose another name' : undefined;

/** Returns the error of a word that can be neither the name nor the attribute of a field. */
const wordErrorOf = (word: string) =>
  isOwnAttribute(word) ? 'belongs to the service; choose another' : objectWordErrorOf(word);

export const NAME = /^[a-z][A-Za-z\d]{0,99}$/;
export const nameForm = 'must begin with a lower-case letter, and have at most 100 letters and digits';

/** Returns the error of a name that no field of a resource can have, or of its attribute in the table. */
export const nameErrorOf = (name: string, plural: string, attribute = name) => {
  if (!NAME.test(name)) return nameForm;
  const nameError = wordErrorOf(name);
  if (nameError) return nameError;
  // The placeholders of a condition begin with a capital letter, and hold letters, digits and underscores only. Two
  // underscores mark the attributes of the kit.
  const isPlain = /^[a-z](?!.*__)[A-Za-z\d_]*$/.test(attribute);
  const storedError = isPlain
    ? wordErrorOf(attribute)
    : 'must begin with a lower-case letter, then letters, digits or single _';
  if (storedError) return `is stored as "${attribute}", which ${storedError}`;
  // An index holds one kind of items. Another resource can have a field whose attribute is its name.
  const indexed = resources.find((each) =>
    storedFields(each).some(({ field, attribute: key }) => (field.isIndexed || field.parent) && key === attribute),
  );
  const owner = pluralIn(indexed?.path ?? plural);
  return owner === plural ? undefined : `would put ${plural} into the index of ${owner}; choose another name`;
};

/** Tells whether a field can have a text of any length. */
export const hasNoBound = ({ type, items, fields, maxLength, oneOf, pattern, format }: Field): boolean => {
  if (items) return hasNoBound(items);
  if (fields) return Object.values(fields).some(hasNoBound);
  return !type && maxLength === undefined && !oneOf && !format && pattern !== idPattern;
};

const listParameters = [...Object.keys(sortedPageQuery({})), 'expand'];

/** Returns the error of a field by which no list can find resources. */
export const filterErrorOf = (name: string, field: Field) => {
  if (listParameters.includes(name)) return 'is a parameter of every list; choose another name';
  if (field.type === 'boolean') return "is a boolean, which cannot be a key of DynamoDB; use oneOf('yes', 'no')";
  if (field.type === 'number' && !field.decimals)
    return 'is a number, and fractions have no equality index; use an integer or a decimal';
  if (field.items || field.fields)
    return `is ${field.items ? 'a list' : 'an object'}; use a text, a set, an integer or an instant`;
  if (field.unique && field.default !== undefined)
    return 'is unique, and many would have its default; make it optional';
  if (!field.isIndexed) return undefined;
  if (!errorOf(field, '')) return 'may be empty, and no index holds an empty text; give it minLength 1, or another set';
  return maxBytesOf(field) > MAX_KEY_BYTES
    ? `can have ${maxBytesOf(field)} bytes; lower its maxLength to 256`
    : undefined;
};

/** Returns the error of a field by which no list can be sorted. `fields` are those of its resource. */
export const sortErrorOf = (name: string, field: Field, fields: Fields) => {
  if (field.type === 'boolean' || field.items || field.fields)
    return 'cannot be sorted; use a number, an instant or a text';
  if (!field.type && maxBytesOf(field) > MAX_KEY_BYTES)
    return `can have ${maxBytesOf(field)} bytes; lower its maxLength to 256`;
  const other = field.sorted?.within.find((word) => !(fields[word]?.parent || fields[word]?.isIndexed));
  if (other) return `is sorted within "${other}"; allowed: a parent, such as productId, or an indexed field`;
  const own = Object.keys(sortKindOf(field).bounds).map((end) => `${name}${end}`);
  const taken = own.find((word) => listParameters.includes(word) || isFilter(fields[word] ?? {}));
  return taken && `makes the parameter ${taken}, which is there already; choose another name`;
};

/** Returns the error of a decimal whose number of decimals or whose bounds no value can have. */
const decimalErrorOf = ({ decimals, minimum = 0, maximum = 0 }: Field) => {
  if (!decimals) return undefined;
  const { places, round } = decimals;
  if (!Number.isInteger(places) || places < 1 || places > 8) return `has ${places} decimals; choose 1 to 8`;
  const wrong = [minimum, maximum].find((bound) => round(bound) !== bound);
  return wrong === undefined ? undefined : `has the bound ${wrong}, which has more than ${places} decimals`;
};

/** Returns the error of a set or a default that no client could send. */
export const valueErrorOf = (field: Field) => {
  const { oneOf = field.items?.oneOf ?? [], default: value, isServerSet, isOptional } = field;
  if (isServerSet && !isOptional && value === undefined)
    return 'is set by handlers only, and a creation has no value; make it optional, or give it a default';
  const decimalError = decimalErrorOf(field);
  if (decimalError) return decimalError;
  const twice = oneOf.find((one, at) => oneOf.indexOf(one) < at);
  if (twice !== undefined) return `has "${twice}" twice in its set; name it once`;
  if (value === undefined) return undefined;
  const errors: string[] = [];
  const read = readValues({ value: field }, { value }, (_, [, detail]) => errors.push(detail));
  if (!errors[0] && !isEqual(read.value, value)) errors.push(`is stored as ${JSON.stringify(read.value)}; write it so`);
  return errors[0] && `has the default ${shorten(JSON.stringify(value))}, which ${errors[0]}`;
};
