import type { Field } from '../../functions/kit/model/field';
import { RESOURCE_RULES } from '../../functions/kit/model/objects';
import { NAME, nameForm, objectWordErrorOf, valueErrorOf } from './field-rules';

/** Returns the error of a member inside an object, or of its name in the table. */
const memberErrorOf = (name: string, stored: string) =>
  [name, stored].every((word) => NAME.test(word)) ? (objectWordErrorOf(name) ?? objectWordErrorOf(stored)) : nameForm;

/** Maximum depth of objects, number of members of each, and number of objects in a list. */
const [MAX_DEPTH, MAX_MEMBERS, MAX_OBJECTS] = [3, 64, 100];

/** Returns the error of an object, or of one in a list. */
export const objectErrorOf = (field: Field, depth = 1): string | undefined => {
  const { items, fields = items?.fields, maxItems = 0 } = field;
  if (!fields) return items?.items && 'is a list of lists; put the inner list into an object';
  const members = Object.entries(fields);
  if (depth > MAX_DEPTH) return `is more than ${MAX_DEPTH} deep; use a resource of its own`;
  if (members.length > MAX_MEMBERS || members.length === 0)
    return `has ${members.length} members; ${members.length ? `at most ${MAX_MEMBERS} are allowed` : 'name one'}`;
  if (maxItems > MAX_OBJECTS) return `can have ${maxItems} objects; lower its maxItems to ${MAX_OBJECTS}`;
  if (field.default !== undefined && !items) return 'is an object and has a default; give the default to its members';
  const stored = members.map(([name, member]) => member.stored ?? name);
  for (const [at, [name, member]] of members.entries()) {
    const attribute = member.stored ?? name;
    const rule = RESOURCE_RULES.find((each) => member[each]);
    const error =
      memberErrorOf(name, attribute) ??
      (stored.indexOf(attribute) < at ? `is stored as "${attribute}", as another one is` : undefined) ??
      (rule ? `is "${rule}" inside an object; only a field of the resource can be` : undefined) ??
      objectErrorOf(member, depth + 1) ??
      valueErrorOf(member);
    if (error) return `has a member "${name}", which ${error}`;
  }
  return undefined;
};
