import fc from 'fast-check';
import { handleContent, handleDelete, handleGet, handleList } from '../../../functions/kit/lambda/handle';
import { errorOf } from '../../../functions/kit/model/check';
import { type Field, notBlank, optional, unique, type Value, withDefault } from '../../../functions/kit/model/field';
import { Id, idPattern } from '../../../functions/kit/model/id';
import { boolean, instant, integer, number, oneOf, texts } from '../../../functions/kit/model/kinds';
import { patchOf, responseOf } from '../../../functions/kit/model/models';
import { pageQuery } from '../../../functions/kit/model/page';
import { belongsTo, DeletionQuery } from '../../../functions/kit/model/relation';
import { replace, update } from '../../../functions/kit/table/change';
import { create } from '../../../functions/kit/table/create';
import { get } from '../../../functions/kit/table/get';
import type { Entity } from '../../../functions/kit/table/item';
import { childCounts, type TableRelation } from '../../../functions/kit/table/relation';
import { removeParent } from '../../../functions/kit/table/remove';
import { listUnique, uniqueClaims } from '../../../functions/kit/table/unique';
import type { Collection } from '../../../functions/plan';
import { relationsOf, resources } from '../../../functions/resources';
import { nameErrorOf } from '../../../lib/stack/model-rules';
import { names } from './names';

/*
 * Makes resources at random: any names, any kinds of fields, and chains of up to three, each the parent of the next.
 */

const [min, max] = [new Date('0000-01-01T00:00:00.000Z'), new Date('9999-12-31T23:59:59.999Z')];

/** Makes valid values of a field, as a response shows them. */
const valuesFor = (field: Field): fc.Arbitrary<Value> => {
  const { type, minimum, maximum, items, maxItems, oneOf, pattern } = field;
  if (items) return fc.array(valuesFor(items) as fc.Arbitrary<string>, { maxLength: maxItems });
  if (type === 'boolean') return fc.boolean();
  if (type === 'integer') return fc.integer({ min: minimum, max: maximum });
  if (type) {
    const doubles = fc.double({ min: minimum, max: maximum, noNaN: true }).filter((value) => !errorOf(field, value));
    // JSON has no negative zero.
    return doubles.map((value) => value + 0);
  }
  if (pattern === idPattern) return fc.uuid({ version: 7 });
  if (oneOf) return fc.constantFrom(...oneOf);
  if (pattern === instant.pattern) return fc.date({ min, max, noInvalidDate: true }).map((date) => date.toISOString());
  return fc.string({ unit: 'grapheme', size: '+1' }).filter((value) => !errorOf(field, value));
};

/** Text of which an item of DynamoDB holds one, but not two. */
const LARGE = { maxLength: 60_000 } satisfies Field;
export const isLarge = ({ maxLength }: Field) => maxLength === LARGE.maxLength;

/** Text that holds an owner or a revision. */
const HOSTILE = { maxLength: 60 } satisfies Field;
export const isHostile = ({ maxLength }: Field) => maxLength === HOSTILE.maxLength;

/** Tells whether a field can be unique. A default would be the value of many. */
const canBeUnique = ({ type, items, maxLength = 0, default: value }: Field) =>
  type !== 'boolean' && type !== 'number' && !items && value === undefined && maxLength <= 9;

const plainFields = [HOSTILE, HOSTILE, HOSTILE, notBlank({ minLength: 1, maxLength: 9 }), texts({ maxLength: 9 }), Id];
const otherFields = [integer(), number(), boolean, instant, oneOf('a', 'b')];
const fields = fc
  .oneof(
    { weight: 30, arbitrary: fc.constantFrom<Field[]>(...plainFields, ...otherFields) },
    { weight: 1, arbitrary: fc.constant<Field>(LARGE) },
  )
  .chain((kind) => {
    const withDefaults = valuesFor(kind).map((value): Field => withDefault(kind, value as never));
    return fc.oneof(fc.constant(kind), fc.constant<Field>(optional(kind)), withDefaults);
  })
  .chain((field) => (canBeUnique(field) ? fc.constantFrom(field, field, unique(field)) : fc.constant(field)));

type Named = readonly [name: string, field: Field];
export const isDroppable = ([, { isOptional, default: value }]: Named) => isOptional === true || value !== undefined;

/** Makes the fields of a resource, without those that the rules for names refuse, and two bodies that the model accepts. */
const model = fc
  .uniqueArray(fc.tuple(names, fields), { minLength: 1, maxLength: 12, selector: ([name]) => name })
  .map((named) => named.filter(([name]) => nameErrorOf(name, 'uniques') === undefined))
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

/** Nouns of a chain. The items of the service itself have two of them in their keys. */
const nouns = ['unique', 'key', 'order'].map((noun) => noun as Lowercase<Collection>);

/** Makes the relation of a noun to the noun before, if there is one, with the relations of its own children. */
const relationsAt = (models: readonly AnyModel[], level: number): readonly TableRelation[] => {
  const [parent, child] = nouns.slice(level - 1, level + 1);
  if (level === 0 || level >= models.length || !attribute || !parent || !child) return [];
  const isShared = !models[level - 1]?.isPrivate && { isParentShared: true as const };
  const children = relationsAt(models, level + 1);
  const unique = Object.fromEntries(models[level]?.named.filter(([, { unique: rule }]) => rule) ?? []);
  return [{ attribute, stored, parent, child, path: `/any/${child}s`, unique, children, ...isShared }];
};

/** Makes the handlers of a resource of a chain. */
const resourceAt = (models: readonly AnyModel[], level: number) => {
  const { named, isPrivate } = models[level] as AnyModel;
  const noun = nouns[level] ?? 'order';
  const path = `/any/${noun}s` as const;
  const [relation] = relationsAt(models, level);
  const input: Record<string, Field> = {
    ...Object.fromEntries(named),
    ...(relation && { [relation.attribute]: belongsTo(relation) }),
  };
  const response = responseOf(input);
  const entity: Entity = {
    collection: noun.toUpperCase() as Collection,
    model: response,
    ...(isPrivate && { isPrivate }),
    dependents: [uniqueClaims, childCounts],
  };
  const base = { response, actions: ['GetItem'] } as const;
  const one = `${path}/{id}` as const;
  const listRoute = { ...base, routeKey: `GET ${path}`, query: pageQuery(input) } as const;
  /** Handlers by method. HEAD is the GET of a public route, and LIST the GET of the collection. */
  const handlers = {
    POST: handleContent({ ...base, routeKey: `POST ${path}`, body: input }, (request) => create(entity, request)),
    LIST: handleList(listRoute, (request) => listUnique(entity, request)),
    GET: handleGet({ ...base, routeKey: `GET ${one}` }, (request) => get(entity, request)),
    HEAD: handleGet({ ...base, routeKey: `GET ${one}`, access: 'public' }, (request) => get(entity, request)),
    PUT: handleContent({ ...base, routeKey: `PUT ${one}`, body: input }, (request) => replace(entity, request)),
    PATCH: handleContent({ ...base, routeKey: `PATCH ${one}`, body: patchOf(input) }, (request) =>
      update(entity, request),
    ),
    DELETE: handleDelete({ ...base, routeKey: `DELETE ${one}`, query: DeletionQuery }, (request) =>
      removeParent(entity, relationsAt(models, level + 1), request),
    ),
  };
  return { ...(models[level] as AnyModel), named, path, entity, input, relation, handlers };
};

export const chainOf = (models: readonly AnyModel[]) => models.map((_, level) => resourceAt(models, level));
