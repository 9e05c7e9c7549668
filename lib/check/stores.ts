import { collectionPathOf, folderOf, verbOf } from '../../functions/kit/http/route';
import { allStoredFields } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { plan } from '../../functions/plan';
import type { RouteTable } from '../build/entries';

/** Returns a sentence for each field of another version that an entity does not know. */
const errorsOfEntity = (resource: Resource) => {
  const known = resource.fields.map(({ attribute }) => attribute);
  const lost = allStoredFields(resource).filter(({ attribute }) => !known.includes(attribute));
  return lost.map(
    ({ name }) =>
      `functions/${folderOf(resource.path)}/store.ts does not know "${name}": add it to \`model\`, or its version to \`fields\`.`,
  );
};

/** Returns a sentence for each field that a POST takes and of which the table does not know that it exists. */
const errorsOfInput = ({ path, input }: Resource, routes: RouteTable) =>
  Object.values(routes)
    .filter((route) => collectionPathOf(route) === path && verbOf(route) === 'create')
    .flatMap(({ body = {} }) => Object.keys(body).filter((name) => !Object.hasOwn(input, name)))
    .map(
      (name) =>
        `functions/${folderOf(path)}/docs.ts lacks "${name}" in \`input\`, from which relations and checks of stored items follow: add it.`,
    );

/** Returns a sentence for a collection that plan.ts does not list, as when one of the two has another name. */
const errorsOfPlan = ({ collection, path }: Resource) =>
  Object.hasOwn(plan, collection)
    ? []
    : [`functions/plan.ts does not list ${collection}, the collection of ${folderOf(path)}: add ${collection}: [].`];

/** Returns a sentence for each mistake between the routes, the entities and the descriptions of resources. */
export const resourceErrors = (routes: RouteTable, resources: readonly Resource[]) =>
  resources.flatMap((resource) => [
    ...errorsOfEntity(resource),
    ...errorsOfInput(resource, routes),
    ...errorsOfPlan(resource),
  ]);
