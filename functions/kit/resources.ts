import { collectionPathOf, type Route } from './http/route';
import type { Relation } from './model/field';
import { attributeOf } from './model/models';
import { storedIn } from './model/relation';
import { nounOf, type Resource } from './site/openapi/resource';
import { resources } from './yours';

/** Returns the versions of a resource. */
export const versionsOf = ({ collection }: Resource) => resources.filter((each) => each.collection === collection);

/** The first version of each resource. */
export const firstVersions = resources.filter((resource) => versionsOf(resource)[0] === resource);

/** Returns the resource of a route, or undefined for a route of the service itself. */
export const resourceOf = (route: Route) => resources.find(({ path }) => path === collectionPathOf(route));

/** Returns the fields of a resource with their attributes. */
export const storedFields = ({ collection, input }: Pick<Resource, 'collection' | 'input'>) =>
  Object.entries(input).map(([name, field]) => {
    const attribute = attributeOf(collection, name, field);
    return { collection, name, field, attribute };
  });

/** Returns the fields of a resource in all versions, each once, with their attributes. */
export const allStoredFields = (resource: Resource) => {
  const fields = versionsOf(resource).flatMap(storedFields);
  return fields.filter((field) => fields.find(({ attribute }) => attribute === field.attribute) === field);
};

/** Returns the relations of a resource to its parents. A version can have another name for the field of a relation. */
export const relationsOf = ({ input }: Resource) =>
  Object.entries(input).flatMap(([name, { parent }]): Relation[] => {
    if (!parent || parent.attribute === name) return parent ? [parent] : [];
    return [{ ...parent, attribute: name as Relation['attribute'], stored: storedIn(parent) }];
  });

/** Returns the resources to which those of this kind belong. */
export const parentsOf = (resource: Resource) =>
  firstVersions.filter((each) => relationsOf(resource).some(({ parent }) => parent === nounOf(each)));

/** Returns how others belong to a resource. */
export const childrenOf = (resource: Resource) =>
  firstVersions.flatMap((each) => relationsOf(each).filter(({ parent }) => parent === nounOf(resource)));
