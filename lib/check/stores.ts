import { collectionPathOf, folderOf, verbOf } from '../../functions/kit/http/route';
import type { Field } from '../../functions/kit/model/field';
import { attributeOf } from '../../functions/kit/model/models';
import { allStoredFields } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import type { Entity } from '../../functions/kit/table/item';
import type { RouteTable } from '../build/entries';
import { entityNameOf } from '../scaffold/names';
import { storeOf } from './children';

/** Returns the entity of a resource. */
const entityOf = (resource: Resource) => storeOf(resource)[entityNameOf(resource.path)] as Entity | undefined;

/** Returns a sentence for each way in which `store.ts` differs from what `docs.ts` says of a resource. */
const errorsOfEntity = (resource: Resource, entity: Entity | undefined) => {
  const { path, collection, isPrivate } = resource;
  const [folder, name] = [`functions/${folderOf(path)}`, entityNameOf(path)];
  if (!entity) return [`${folder}/store.ts exports no "${name}": give the entity this name.`];
  const { model, fields = Object.entries<Field>(model) } = entity;
  const known = fields.map(([field, rules]) => attributeOf(collection, field, rules));
  const lost = allStoredFields(resource).filter(({ attribute }) => !known.includes(attribute));
  return [
    ...(entity.collection === collection
      ? []
      : [
          `${folder}/store.ts has the collection ${entity.collection}, and docs.ts ${collection}: correct one of them.`,
        ]),
    ...(entity.isPrivate === isPrivate
      ? []
      : [
          `${folder} is private in ${isPrivate ? 'docs.ts' : 'store.ts'} only: say isPrivate: true in both, or in none.`,
        ]),
    ...lost.map(
      (field) => `${folder}/store.ts does not know "${field.name}": add it to \`model\`, or its version to \`fields\`.`,
    ),
  ];
};

/** Returns a sentence for each field that a POST takes and of which the table does not know that it exists. */
const errorsOfInput = ({ path, input }: Resource, routes: RouteTable) =>
  Object.values(routes)
    .filter((route) => collectionPathOf(route) === path && verbOf(route) === 'create')
    .flatMap(({ body = {} }) => Object.keys(body).filter((name) => !Object.hasOwn(input, name)))
    .map(
      (name) =>
        `functions/${folderOf(path)}/docs.ts lacks "${name}" in \`input\`, from which indexes and relations follow: add it.`,
    );

/** Returns a sentence for each mistake between the routes, the entities and the descriptions of resources. */
export const resourceErrors = (routes: RouteTable, resources: readonly Resource[], find = entityOf) =>
  resources.flatMap((resource) => [...errorsOfEntity(resource, find(resource)), ...errorsOfInput(resource, routes)]);
