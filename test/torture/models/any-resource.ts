import { type Entity, entityOf } from '../../../functions/kit/entity';
import { readQuery } from '../../../functions/kit/http/query';
import { handleChange, handleDelete, handleGet, handleList, handlePost } from '../../../functions/kit/lambda/handle';
import type { Field, Fields, Relation } from '../../../functions/kit/model/field';
import { Id, Timestamp } from '../../../functions/kit/model/id';
import { fieldsOfAll, patchOf, responseOf } from '../../../functions/kit/model/models';
import { pageQuery } from '../../../functions/kit/model/page';
import { belongsTo, DeletionQuery, expandedName, expandOf } from '../../../functions/kit/model/relation';
import { sortedPageQuery } from '../../../functions/kit/model/sort-query';
import { sorted } from '../../../functions/kit/model/sorted';
import { replace, update } from '../../../functions/kit/table/change';
import { create } from '../../../functions/kit/table/create';
import { withParents } from '../../../functions/kit/table/expand';
import { get } from '../../../functions/kit/table/get';
import { removalWith } from '../../../functions/kit/table/remove';
import { listUnique } from '../../../functions/kit/table/unique';
import { fieldsOf } from './any-field';
import type { AnyModel } from './any-model';

/*
 * Makes the resources of random models, in chains of up to three, each the parent of the next.
 */

/** Nouns of a chain. The items of the service itself have two of them in their keys. */
export const nouns: readonly Lowercase<string>[] = ['unique', 'key', 'order'];

/** Makes the relation of a level to a level above. */
const relationTo = (models: readonly AnyModel[], above: number, attribute: Relation['attribute']): Relation => {
  const parent = nouns[above] as Relation['parent'];
  const isShared = !models[above]?.isPrivate && { isParentShared: true as const };
  return { attribute, parent, ...isShared };
};

/**
 * Makes the relations of a level: to the level before, and by half of the models to the first level, too. On the second level
 * both are of one kind.
 */
const relationsAt = (models: readonly AnyModel[], level: number): readonly Relation[] => {
  if (level === 0) return [];
  const first = relationTo(models, level - 1, 'parentId');
  return models[level]?.hasSecondParent ? [first, relationTo(models, 0, 'otherId')] : [first];
};

type AnyModelVersion = AnyModel['versions'][number] & Pick<AnyModel, 'isPrivate'>;
type Parts = {
  readonly path: `/${string}`;
  readonly entity: Entity;
  readonly input: Readonly<Record<string, Field>>;
  readonly relations: readonly Relation[];
  /** Entities of all levels below. */
  readonly below: readonly Entity[];
  /** Models of the parents, as `expand` shows them. */
  readonly expands: Readonly<Record<string, Fields>>;
};

/** Makes the handlers of a version of a resource. */
const withHandlers = (version: AnyModelVersion, { below, expands, ...parts }: Parts) => {
  const { path, entity, input, relations } = parts;
  const base = { response: entity.model, actions: ['GetItem', 'PutItem'] } as const;
  const one = `${path}/{id}` as const;
  const isSorted = Object.values(entity.model).some((field) => field.sorted);
  const query = (isSorted ? sortedPageQuery : pageQuery)(entity.model, { expand: expandOf(...relations) });
  const listRoute = { ...base, routeKey: `GET ${path}`, query, expands } as const;
  const actRoute = { ...base, routeKey: `POST ${one}/act`, body: patchOf(input) } as const;
  /** Handlers by method. HEAD is the GET of a public route, LIST the GET of the collection, and ACT a route beside the six. */
  const handlers = {
    POST: handlePost({ ...base, routeKey: `POST ${path}`, body: input }, (request) => create(entity, request)),
    LIST: handleList(listRoute, async (request) => withParents(entity, request, await listUnique(entity, request))),
    ACT: handlePost(actRoute, (request) => update(entity, { ...request, precondition: {} })),
    GET: handleGet({ ...base, routeKey: `GET ${one}` }, (request) => get(entity, request)),
    HEAD: handleGet({ ...base, routeKey: `GET ${one}`, access: 'public' }, (request) => get(entity, request)),
    PUT: handleChange({ ...base, routeKey: `PUT ${one}`, body: input }, (request) => replace(entity, request)),
    PATCH: handleChange({ ...base, routeKey: `PATCH ${one}`, body: patchOf(input) }, (request) =>
      update(entity, request),
    ),
    DELETE: handleDelete({ ...base, routeKey: `DELETE ${one}`, query: DeletionQuery, readQuery }, (request) =>
      removalWith(below)(entity, request),
    ),
  };
  return {
    ...version,
    named: Object.entries(input).filter(([, { parent }]) => !parent),
    ...parts,
    listRoute,
    handlers,
  };
};

export type AnyResource = ReturnType<typeof withHandlers>;

/** Makes the versions of a resource of a chain, the first one first. */
const resourcesAt = (models: readonly AnyModel[], level: number): readonly AnyResource[] => {
  const { isPrivate, followsChanges, versions } = models[level] as AnyModel;
  const noun = nouns[level] ?? 'order';
  const collection = noun.toUpperCase();
  const relations = relationsAt(models, level);
  const below = belowOf(models, level);
  const expands = Object.fromEntries(
    relations.map((relation) => {
      const { versions: [first] = [] } = models[nouns.indexOf(relation.parent)] ?? {};
      return [expandedName(relation), { id: Id, ...fieldsOf(first?.named ?? [], relation.parent, []) }];
    }),
  );
  const inputs = versions.map(({ named }) => ({
    ...fieldsOf(named, noun, relations),
    ...Object.fromEntries(relations.map((relation) => [relation.attribute, belongsTo(relation)])),
  }));
  return inputs.map((input, index) => {
    const path = `/any${index > 0 ? `/v${index + 1}` : ''}/${noun}s` as const;
    const all = [input, ...inputs.filter((other) => other !== input)];
    const [model, ...others] = all.map((each) => responseOf(each, followsChanges ? sorted(Timestamp) : Timestamp));
    const entity: Entity = entityOf({
      collection,
      path,
      model: model ?? {},
      ...(isPrivate && { isPrivate }),
      ...(others.length > 0 && { fields: fieldsOfAll(collection, ...others, model ?? {}) }),
    });
    const version = { ...(versions[index] as AnyModel['versions'][number]), isPrivate };
    return withHandlers(version, { path, entity, input, relations, below, expands });
  });
};

/** Returns the entities of the levels below a level. A level has that of its first version. */
const belowOf = (models: readonly AnyModel[], level: number): readonly Entity[] =>
  models.flatMap((_, below) =>
    below > level
      ? resourcesAt(models, below)
          .slice(0, 1)
          .map(({ entity }) => entity)
      : [],
  );

/** Makes the resources of a chain, each in all versions. */
export const chainOf = (models: readonly AnyModel[]) => models.map((_, level) => resourcesAt(models, level));
