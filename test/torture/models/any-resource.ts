import fc from 'fast-check';
import { readQuery } from '../../../functions/kit/http/query';
import { handleChange, handleDelete, handleGet, handleList, handlePost } from '../../../functions/kit/lambda/handle';
import type { Field } from '../../../functions/kit/model/field';
import { patchOf, responseOf } from '../../../functions/kit/model/models';
import { pageQuery } from '../../../functions/kit/model/page';
import { belongsTo, DeletionQuery } from '../../../functions/kit/model/relation';
import { replace, update } from '../../../functions/kit/table/change';
import { create } from '../../../functions/kit/table/create';
import { get } from '../../../functions/kit/table/get';
import type { Entity } from '../../../functions/kit/table/item';
import type { Child, TableRelation } from '../../../functions/kit/table/relation';
import { removeParent } from '../../../functions/kit/table/remove';
import { listUnique } from '../../../functions/kit/table/unique';
import type { Collection } from '../../../functions/plan';
import { relationsOf, resources } from '../../../functions/resources';
import { nameErrorOf } from '../../../lib/stack/model-rules';
import { anyField, isDroppable, type Named, valuesFor, withIndexes } from './any-field';
import { nouns } from './indexes';

/*
 * Makes resources at random: any names, any kinds of fields, and chains of up to three, each the parent of the next.
 */

/** Names that mean something in the code, in DynamoDB or in JavaScript. */
const hostileNames = `m0 n0 nameIs by now none within name value status size type count order limit
  after claim key keys unique uniques item itemId owner ownerId rev pk sk id createdAt updatedAt closedUntil
  orderCount keyCount expiresAt fingerprint defaults constructor toString valueOf hasOwnProperty toJSON then length true null`;
const names = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('caller', 'match0', 'constructor', 'isOwner') },
  { weight: 8, arbitrary: fc.constantFrom(...hostileNames.split(/\s+/)) },
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z][A-Za-z\d]{0,11}$/) },
  { weight: 1, arbitrary: fc.stringMatching(/^[a-z][A-Za-z\d]{89,99}$/) },
);

/** Makes the fields of a resource, without those that the rules for names refuse, and two bodies that the model accepts. */
const model = fc
  .uniqueArray(fc.tuple(names, anyField), { minLength: 1, maxLength: 12, selector: ([name]) => name })
  .map((named) => withIndexes(named.filter(([name]) => nameErrorOf(name, 'uniques') === undefined)))
  .chain((named) => {
    const requiredKeys = named.filter((each) => !isDroppable(each)).map(([name]) => name);
    const body = fc.record(Object.fromEntries(named.map(([name, field]) => [name, valuesFor(field)])), {
      requiredKeys,
    });
    return fc.record({ named: fc.constant(named), one: body, other: body, isPrivate: fc.boolean() });
  });
type AnyModel = typeof model extends fc.Arbitrary<infer M> ? M : never;

/** Field with the id of a parent. The table has an index of it, which holds the children of all parents of a chain. */
const [{ attribute, stored } = {}] = resources.flatMap(relationsOf);
export const MAX_LEVELS = attribute ? 3 : 1;

export const chains = fc.record({
  models: fc.array(model, { minLength: 1, maxLength: MAX_LEVELS }),
  hasOwnership: fc.boolean(),
});

/** Makes the relation of a noun to the noun before, if there is one. */
const relationAt = (models: readonly AnyModel[], level: number): TableRelation | undefined => {
  const [parent, child] = nouns.slice(level - 1, level + 1);
  if (level === 0 || !attribute || !parent || !child) return undefined;
  const isShared = !models[level - 1]?.isPrivate && { isParentShared: true as const };
  return { attribute, stored, parent, child, path: `/any/${child}s`, ...isShared };
};

/** Returns the children of the level before, with their children. */
const childrenAt = (models: readonly AnyModel[], level: number): readonly Child[] =>
  level < models.length ? [{ entity: entityAt(models, level).entity, children: childrenAt(models, level + 1) }] : [];

/** Makes the entity of a resource of a chain. */
const entityAt = (models: readonly AnyModel[], level: number) => {
  const { isPrivate, ...model } = models[level] as AnyModel;
  const noun = nouns[level] ?? 'order';
  const named = model.named.map(
    ([name, field]): Named => [
      name,
      field.isIndexed ? { ...field, stored: `${noun}_${field.type ? 'N' : 'S'}` } : field,
    ],
  );
  const path = `/any/${noun}s` as const;
  const relation = relationAt(models, level);
  const input: Record<string, Field> = {
    ...Object.fromEntries(named),
    ...(relation && { [relation.attribute]: belongsTo(relation) }),
  };
  const response = responseOf(input);
  const entity: Entity = {
    collection: noun.toUpperCase() as Collection,
    model: response,
    ...(isPrivate && { isPrivate }),
  };
  return { named, path, input, relation, response, entity };
};

/** Makes the handlers of a resource of a chain. */
const resourceAt = (models: readonly AnyModel[], level: number) => {
  const { response, ...made } = entityAt(models, level);
  const { path, input, entity } = made;
  const base = { response, actions: ['GetItem'] } as const;
  const one = `${path}/{id}` as const;
  const listRoute = { ...base, routeKey: `GET ${path}`, query: pageQuery(input) } as const;
  /** Handlers by method. HEAD is the GET of a public route, and LIST the GET of the collection. */
  const handlers = {
    POST: handlePost({ ...base, routeKey: `POST ${path}`, body: input }, (request) => create(entity, request)),
    LIST: handleList(listRoute, (request) => listUnique(entity, request)),
    GET: handleGet({ ...base, routeKey: `GET ${one}` }, (request) => get(entity, request)),
    HEAD: handleGet({ ...base, routeKey: `GET ${one}`, access: 'public' }, (request) => get(entity, request)),
    PUT: handleChange({ ...base, routeKey: `PUT ${one}`, body: input }, (request) => replace(entity, request)),
    PATCH: handleChange({ ...base, routeKey: `PATCH ${one}`, body: patchOf(input) }, (request) =>
      update(entity, request),
    ),
    DELETE: handleDelete({ ...base, routeKey: `DELETE ${one}`, query: DeletionQuery, readQuery }, (request) =>
      removeParent(entity, childrenAt(models, level + 1), request),
    ),
  };
  return { ...(models[level] as AnyModel), ...made, handlers };
};

export const chainOf = (models: readonly AnyModel[]) => models.map((_, level) => resourceAt(models, level));
