import { readValues } from '../../functions/kit/model/check';
import type { Field, Fields } from '../../functions/kit/model/field';
import type { SettableOf } from '../../functions/kit/model/values';
import type { Resource } from '../../functions/kit/site/openapi/resource';

/** Values of fields that the API does not set, and the resource that gets them. */
type ServerValues = {
  readonly id: string;
  readonly values: object;
  /** ETag that the resource must still have. Without it, the resource may have any. */
  readonly etag?: string;
};

/** Tells something about a field with a value. */
export type FieldTest = (field: Field, value: unknown) => boolean;

const isServerSet: FieldTest = (field) => field.isServerSet === true;

/**
 * Tells whether no PATCH gives this value to a new resource: only handlers set the field, or the first state may not become
 * this one.
 */
export const isBeyondPatch: FieldTest = (field, value) =>
  isServerSet(field, value) || field.changes?.sourcesOf(value).includes(String(field.default)) === false;

/** Splits the members of a resource into those for the table, by default those that only handlers set, and the others. */
export const splitMembers = ({ input }: Pick<Resource, 'input'>, members: object, isForTable = isServerSet) => {
  const [server, others]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  for (const [name, value] of Object.entries(members))
    (isForTable(input[name] ?? {}, value) ? server : others)[name] = value;
  return { server, others };
};

/** Checks and converts values of fields that the API does not set, because a write to the table checks nothing. */
export const readServerValues = ({ input }: Pick<Resource, 'input'>, given: object) => {
  const fields = Object.fromEntries(Object.keys(given).map((name) => [name, input[name] ?? {}]));
  const faults: string[] = [];
  const values = readValues(fields, given, (name, [, detail], path = []) =>
    faults.push(`${[name, ...path].join('/')} ${detail}`),
  );
  return { values, faults };
};

/**
 * Acts as an admin, because the owner of a resource may not set these fields either. Private resources are hidden from a caller
 * without an id.
 */
const ADMIN = { id: 'admin', isAdmin: true };

/**
 * Sets fields that the API does not set, in the table that the environment names. Entries, claims and counts follow, as after
 * a handler. A state may become any other one, as a creation may have any. Throws the Problem of a handler.
 */
export const setServerFields = async (resource: Resource, { id, values, etag }: ServerValues) => {
  // Loads the SDK only now, because the other requests need none.
  const { update } = await import('../../functions/kit/table/change');
  const members = new Map(
    [...resource.members].map(([name, { field, ...member }]) => [
      name,
      { ...member, field: { ...field, changes: undefined } },
    ]),
  );
  const precondition = etag === undefined ? {} : { ifMatch: [etag.replaceAll('"', '')] };
  await update({ ...resource, members }, { id, caller: ADMIN, precondition }, { set: values as SettableOf<Fields> });
};
