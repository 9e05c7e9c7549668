import { readQuery } from '../../../functions/kit/http/query';
import { handleChange, handleDelete, handleGet, handleList, handlePost } from '../../../functions/kit/lambda/handle';
import type { Field, Fields } from '../../../functions/kit/model/field';
import { Id } from '../../../functions/kit/model/id';
import { fieldsOfAll, patchOf, responseOf } from '../../../functions/kit/model/models';
import { pageQuery } from '../../../functions/kit/model/page';
import { belongsTo, DeletionQuery, expandedName, expandOf } from '../../../functions/kit/model/relation';
import { replace, update } from '../../../functions/kit/table/change';
import { create } from '../../../functions/kit/table/create';
import { withParents } from '../../../functions/kit/table/expand';
import { get } from '../../../functions/kit/table/get';
import type { Entity } from '../../../functions/kit/table/item';
import type { Child, TableRelation } from '../../../functions/kit/table/relation';
import { removeParent } from '../../../functions/kit/table/remove';
import { listUnique } from '../../../functions/kit/table/unique';
import type { Collection } from '../../../functions/kit/yours';
import type { Named } from './any-field';
import { type AnyModel, attribute, stored } from './any-model';
import { nouns, OTHER } from './indexes';

/*
 * Makes the resources of random models, in chains of up to three, each the parent of the next.
 */

/** Returns the fields of a version. The attribute of an indexed field is one of the indexes of its noun. */
const fieldsOf = (named: readonly Named[], noun: string): Record<string, Field> =>
  Object.fromEntries(
    named.map(([name, field]) => {
      const stored = `${noun}_${field.type ? 'N' : 'S'}`;
      return [name, field.isIndexed ? { ...field, stored } : field];
    }),
  );

/** Makes the relation of a level to a level above. */
const relationTo = (
  models: readonly AnyModel[],
  [level, above]: readonly [number, number],
  names: Names,
): TableRelation => {
  const [parent, child] = [above, level].map((each) => nouns[each]) as [
    TableRelation['parent'],
    TableRelation['child'],
  ];
  const isShared = !models[above]?.isPrivate && { isParentShared: true as const };
  return { ...names, parent, child, path: `/any/${child}s`, ...isShared };
};
type Names = Pick<TableRelation, 'attribute' | 'stored'>;

/**
 * Makes the relations of a level: to the level before, and by half of the models to the first level, too. On the second level
 * both are of one kind.
 */
const relationsAt = (models: readonly AnyModel[], level: number): readonly TableRelation[] => {
  if (level === 0 || !attribute) return [];
  const first = relationTo(models, [level, level - 1], { attribute, stored });
  const other = { attribute: 'otherId', stored: OTHER } as const;
  return models[level]?.hasSecondParent ? [first, relationTo(models, [level, 0], other)] : [first];
};

type AnyModelVersion = AnyModel['versions'][number] & Pick<AnyModel, 'isPrivate'>;
type Parts = {
  readonly path: `/${string}`;
  readonly entity: Entity;
  readonly input: Readonly<Record<string, Field>>;
  readonly relations: readonly TableRelation[];
  readonly children: readonly Child[];
  /** Models of the parents, as `expand` shows them. */
  readonly expands: Readonly<Record<string, Fields>>;
};

/** Makes the handlers of a version of a resource. */
const withHandlers = (version: AnyModelVersion, { children, expands, ...parts }: Parts) => {
  const { path, entity, input, relations } = parts;
  const base = { response: entity.model, actions: ['GetItem'] } as const;
  const one = `${path}/{id}` as const;
  const query = pageQuery(input, { expand: expandOf(...relations) });
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
      removeParent(entity, children, request),
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
  const { isPrivate, versions } = models[level] as AnyModel;
  const noun = nouns[level] ?? 'order';
  const collection = noun.toUpperCase() as Collection;
  const relations = relationsAt(models, level);
  const children = childrenOf(models, level);
  const expands = Object.fromEntries(
    relations.map((relation) => {
      const { versions: [first] = [] } = models[nouns.indexOf(relation.parent)] ?? {};
      return [expandedName(relation), { id: Id, ...fieldsOf(first?.named ?? [], relation.parent) }];
    }),
  );
  const inputs = versions.map(({ named }) => ({
    ...fieldsOf(named, noun),
    ...Object.fromEntries(relations.map((relation) => [relation.attribute, belongsTo(relation)])),
  }));
  return inputs.map((input, index) => {
    const path = `/any${index > 0 ? `/v${index + 1}` : ''}/${noun}s` as const;
    const [model, ...others] = [input, ...inputs.filter((other) => other !== input)].map((each) => responseOf(each));
    const entity: Entity = {
      collection,
      model: model ?? {},
      version: index + 1,
      ...(isPrivate && { isPrivate }),
      ...(others.length > 0 && { fields: fieldsOfAll(collection, ...others, model ?? {}) }),
    };
    const version = { ...(versions[index] as AnyModel['versions'][number]), isPrivate };
    return withHandlers(version, { path, entity, input, relations, children, expands });
  });
};

/** Returns the levels that belong to a level, with their children. A level lists its first version. */
const childrenOf = (models: readonly AnyModel[], level: number): readonly Child[] =>
  models.flatMap((_, below) => {
    if (!relationsAt(models, below).some(({ parent }) => parent === nouns[level])) return [];
    const [first] = resourcesAt(models, below);
    return first ? [{ entity: first.entity, children: childrenOf(models, below) }] : [];
  });

/** Makes the resources of a chain, each in all versions. */
export const chainOf = (models: readonly AnyModel[]) => models.map((_, level) => resourcesAt(models, level));
