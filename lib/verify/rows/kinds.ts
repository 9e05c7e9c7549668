import { nounOf, type Resource } from '../../../functions/kit/http/resource';
import { pathOf, type Route } from '../../../functions/kit/http/route';
import { pluralIn } from '../../../functions/kit/model/relation';
import { parentsOf, relationsOf, resources } from '../../../functions/resources';
import * as routes from '../../../functions/routes';

/** Makes a body from an example. A unique text is new in each run, and a parent is what rows name by its noun. */
const bodyFrom = ({ input }: Resource, request: object, mark: string) =>
  Object.fromEntries(
    Object.entries(request).map(([name, value]) => {
      const { unique, parent } = input[name] ?? {};
      if (parent) return [name, `{${parent.parent}.id}`];
      return [name, unique ? `${mark}{run}${value}` : value];
    }),
  );

/** Makes the rows that create the parent of a resource, after the parent of that parent. */
const createParents = (resource: Resource): string => {
  const rows = parentsOf(resource).map((parent) => {
    const body = bodyFrom(parent, parent.examples.create.request, 'parent-');
    return `${createParents(parent)}\n${nounOf(parent)} = POST ${parent.path} | ${JSON.stringify(body)} | 201`;
  });
  return rows.join('\n');
};

/** Resources, as the rows about all of them need them. A body can be sent after the rows in `parents`. */
export const kinds = resources.map((resource) => ({
  ...resource,
  noun: nounOf(resource),
  plural: pluralIn(resource.path),
  relations: relationsOf(resource),
  expands: Object.values<Route>(routes).find((route) => pathOf(route) === resource.path && route.expands)?.expands,
  required: Object.keys(resource.input).find((name) => !resource.input[name]?.isOptional) ?? '',
  parents: createParents(resource),
  created: bodyFrom(resource, resource.examples.create.request, 'a'),
  replaced: bodyFrom(resource, resource.examples.replace.request, 'b'),
  changed: bodyFrom(resource, resource.examples.update.request, 'c'),
}));

export type Kind = (typeof kinds)[number];
