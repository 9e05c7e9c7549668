import { nounOf } from './entity';
import { collectionPathOf, type Route } from './http/route';
import { storedFieldsOf } from './model/models';
import { relationOf } from './model/relation';
import type { Resource } from './site/openapi/resource';
import { groups, resources } from './yours';

export const versionsOf = ({ collection }: { readonly collection: string }) =>
  resources.filter((each) => each.collection === collection);

/** The first version of each resource. */
export const firstVersions = resources.filter((resource) => versionsOf(resource)[0] === resource);

/** Returns the resource of a route, or undefined for a route of the service itself. */
export const resourceOf = (route: Route) => resources.find(({ path }) => path === collectionPathOf(route));

/** Returns the group of a route beside the resources, by its name. */
export const groupOf = (name: string) => groups.find(({ others }) => Object.hasOwn(others, name));

type Declared = Pick<Resource, 'input'> & Readonly<Record<'collection' | 'path', string>>;

/** Fields that a client may write, with their attributes. */
export const storedFields = (resource: Declared) => storedFieldsOf(resource.collection, resource.input);

/** Returns the fields of a resource in all versions, each once, with their attributes. */
export const allStoredFields = (resource: { readonly collection: string }) => {
  const fields = versionsOf(resource).flatMap(storedFields);
  return fields.filter((field) => fields.find(({ attribute }) => attribute === field.attribute) === field);
};

/** Returns the relations of a resource to its parents. `child` is the noun of the resource. */
export const relationsOf = (resource: Resource) =>
  [...resource.members.values()].flatMap((field) => {
    const relation = relationOf(resource, field);
    return relation ? [{ ...relation, child: nounOf(resource) }] : [];
  });

export const parentsOf = (resource: Resource) =>
  firstVersions.filter((each) => relationsOf(resource).some(({ parent }) => parent === nounOf(each)));

/** Returns the relations of other resources to this one, each with the noun of its child. */
export const childrenOf = (resource: Resource) =>
  firstVersions.flatMap((each) => relationsOf(each).filter(({ parent }) => parent === nounOf(resource)));
