import { collectionPathOf, type Route } from './kit/http/route';
import type { Relation } from './kit/model/field';
import { attributeOf } from './kit/model/models';
import { storedIn } from './kit/model/relation';
import { nounOf, type Resource } from './kit/site/openapi/resource';
import { postsDocs } from './posts/docs';
import { usersDocs } from './users/docs';

/** All resources. A parent comes before its children, and the first version of a resource before its later versions. */
export const resources: readonly Resource[] = [usersDocs, postsDocs];

/** Paths of collections that have gone, with those of the versions that replace them. Requests get a 410. */
export const gone: Readonly<Record<string, string>> = {};

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
