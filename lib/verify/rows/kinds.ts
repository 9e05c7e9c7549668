import { nounOf, type Resource } from '../../../functions/kit/http/resource';
import { pluralIn } from '../../../functions/kit/model/relation';
import { parentOf, resources } from '../../../functions/resources';

/** Makes a body from an example. The address is new in each run, and the parent is what rows name by its noun. */
const bodyFrom = ({ relation }: Resource, request: object, mark: string) => ({
  ...request,
  ...('email' in request && { email: `${mark}{run}@verify.example` }),
  ...(relation && relation.attribute in request && { [relation.attribute]: `{${relation.parent}.id}` }),
});

/** Makes the rows that create the parent of a resource, after the parent of that parent. */
const createParents = (resource: Resource): string => {
  const parent = parentOf(resource);
  if (!parent) return '';
  const body = bodyFrom(parent, parent.examples.create.request, 'parent-');
  return `${createParents(parent)}\n${nounOf(parent)} = POST ${parent.path} | ${JSON.stringify(body)} | 201`;
};

/** Resources, as the rows about all of them need them. A body can be sent after the rows in `parents`. */
export const kinds = resources.map((resource) => ({
  ...resource,
  noun: nounOf(resource),
  plural: pluralIn(resource.path),
  parents: createParents(resource),
  created: bodyFrom(resource, resource.examples.create.request, 'a'),
  replaced: bodyFrom(resource, resource.examples.replace.request, 'b'),
  changed: bodyFrom(resource, resource.examples.update.request, 'c'),
}));

export type Kind = (typeof kinds)[number];
