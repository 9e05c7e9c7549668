import type { Fields } from '../../model/field';
import { aliasOf, all, type Condition, compare, isEqual, itemMissing } from '../expression';
import { isMerge } from './values';

/** New value of an attribute, or of a member at a path such as `address.city`, and its default. */
type PathChange = { readonly path: string; readonly value: unknown; readonly byDefault: unknown };

/** Lists the paths that new values change, and the conditions that the objects on these paths are there. */
const changesOf = (values: Readonly<Record<string, unknown>>, fields: Fields) => {
  const changes: PathChange[] = [];
  const conditions: Condition[] = [];
  const add = (path: string, value: unknown, byDefault: unknown) => {
    if (!isMerge(value)) return void changes.push({ path, value, byDefault });
    const members = value.members();
    conditions.push(compare(path, '<>', undefined));
    for (const { stored, value: member, byDefault: ownDefault } of members)
      add(`${path}.${stored}`, member, ownDefault);
  };
  for (const [name, value] of Object.entries(values)) add(name, value, fields[name]?.default);
  return { changes, conditions };
};

/** Returns new values by their paths, and the conditions that the objects on these paths are there. */
export const pathsOf = (values: Readonly<Record<string, unknown>>) => {
  const { changes, conditions } = changesOf(values, {});
  return { paths: Object.fromEntries(changes.map(({ path, value }) => [path, value])), conditions };
};

/** Returns the condition that at least one of these values is another one. A missing attribute or member has its default. */
export const hasChanges = (values: Readonly<Record<string, unknown>>, fields: Fields): Condition => {
  const each = changesOf(values, fields).changes.map(({ path, value, byDefault }) => {
    const differs = compare(path, '<>', value);
    const isDefault = value !== undefined && isEqual(value, byDefault);
    // AND binds before OR. DynamoDB refuses redundant parentheses.
    return isDefault ? { ...differs, text: `${differs.text} AND attribute_exists(${aliasOf(path).alias})` } : differs;
  });
  return each.length > 0 ? { ...all(...each), text: `(${each.map(({ text }) => text).join(' OR ')})` } : itemMissing;
};
