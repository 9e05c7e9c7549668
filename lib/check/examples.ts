import { nounOf } from '../../functions/kit/entity';
import { invalid, type ProblemError } from '../../functions/kit/http/errors';
import { readFields } from '../../functions/kit/http/fields';
import { collectionPathOf, folderOf, type Route, verbOf } from '../../functions/kit/http/route';
import type { Fields } from '../../functions/kit/model/field';
import { createdAtMsOf, isId } from '../../functions/kit/model/id';
import { attributeOf } from '../../functions/kit/model/models';
import { relationsOf } from '../../functions/kit/resources';
import { READ_ONLY } from '../../functions/kit/rules/conditions';
import type { Resource, RouteGroup } from '../../functions/kit/site/openapi/resource';
import type { RouteTable } from '../build/entries';
import { problemErrors } from './problems';

/*
 * Checks the examples of docs.ts. `npm start` creates the stored ones, and the document and the tests show and send all. Also
 * checks that its problems name routes.
 */

/**
 * Returns a sentence about the first amount that tools refuse, also inside objects. Tools divide doubles, and 19.99 / 0.01 is
 * 1998.9999999999998.
 */
const inexactIn = (model: Fields, body: object): string | undefined => {
  for (const [name, value] of Object.entries(body)) {
    const { decimals, items, fields = items?.fields } = model[name] ?? {};
    if (decimals && !Number.isInteger(value / Number(`1e-${decimals.places}`)))
      return `${name} is ${value}, which tools such as Redocly refuse, because they divide doubles; 9.99 is right.`;
    const inside = fields && [value].flat().flatMap((each) => inexactIn(fields, Object(each)) ?? []);
    if (inside?.[0]) return inside[0];
  }
  return undefined;
};

/** Returns the first error of a body as a sentence, or undefined for a body that the model allows. */
const errorIn = (model: Fields, body: object, ignored?: readonly string[]) => {
  const errors: ProblemError[] = [];
  readFields(model, body, { ignored, errors });
  return errors.length > 0 ? invalid(errors).message : inexactIn(model, body);
};

/** Returns the first error of a resource as the service shows it, also of the fields that only handlers set. */
const errorInShown = (model: Fields, shown: object) => {
  const own = Object.entries(model).map(([name, { isServerSet: _, ...field }]) => [name, field]);
  return errorIn(Object.fromEntries(own), shown, READ_ONLY);
};

/** Returns the function that says which example of a file does not fit, if there is an error. */
const sayIn = (file: string) => (where: string, route: Route, error?: string) =>
  error
    ? [`${file}: \`${where}\` does not fit ${route.routeKey}: ${error} Change the example, or the model of the route.`]
    : [];

/** Returns a sentence for each example of a route beside the six that its models refuse. */
const errorsOfOthers = (file: string, others: NonNullable<Resource['others']>, routes: RouteTable) =>
  Object.entries(others).flatMap(([name, { request, example }]) => {
    const route = routes[name];
    const say = sayIn(file);
    if (!route)
      return [`${file}: \`others\` describes ${name}, and no route has this name: correct it, or add the route.`];
    const ofRequest = request ? say(`others.${name}.request`, route, errorIn(route.body ?? {}, request)) : [];
    const ofResponse = example ? say(`others.${name}.example`, route, errorInShown(route.response ?? {}, example)) : [];
    return [...ofRequest, ...ofResponse];
  });

/** Returns a sentence for each example of a resource that its routes would refuse. */
const errorsOfBodies = (resource: Resource, routes: RouteTable) => {
  const { path, examples, others = {} } = resource;
  const file = `functions/${folderOf(path)}/docs.ts`;
  const own = Object.entries(routes).filter(([, route]) => collectionPathOf(route) === path);
  const say = sayIn(file);
  const ofVerbs = own.flatMap(([, route]) => {
    const verb = verbOf(route);
    const body = route.body ?? {};
    if (verb === 'create' || verb === 'update')
      return say(`examples.${verb}.request`, route, errorIn(body, examples[verb].request));
    if (verb !== 'replace') return [];
    const stored = examples.stored.flatMap((each, at) =>
      say(`examples.stored[${at}]`, route, errorInShown(body, each)),
    );
    return [...stored, ...say('examples.replace.request', route, errorIn(body, examples.replace.request, READ_ONLY))];
  });
  const ofOthers = errorsOfOthers(file, others, routes);
  const ofStates = (['create', 'replace', 'update'] as const).flatMap((verb) =>
    Object.entries(resource.input).flatMap(([name, { changes }]) =>
      changes && name in examples[verb].request
        ? [
            `${file}: \`examples.${verb}.request\` has the state "${name}": leave it out, because the tests send the examples in any order, and play each change of a state themselves.`,
          ]
        : [],
    ),
  );
  return [...ofVerbs, ...ofOthers, ...ofStates];
};

/** Returns a sentence for each stored example that `npm start` could not create after those before it. */
const errorsOfSeeds = (resources: readonly Resource[]) => {
  const seeded = new Set<string>();
  return resources.flatMap((resource) => {
    const { path, collection, input, examples } = resource;
    return examples.stored.flatMap((example, at) => {
      const { id } = example;
      const start = `functions/${folderOf(path)}/docs.ts: \`examples.stored[${at}]\` `;
      const isNew = isId(id) && createdAtMsOf(id) <= Date.now();
      const wrong = isNew ? [] : [`${start}has the id "${id}": take a UUIDv7 of the past, in lower case.`];
      const taken = Object.entries(input).flatMap(([name, field]) => {
        const value = example[name];
        if (!field.unique || value === undefined) return [];
        const { normalize = String } = field.unique;
        const claim = `${collection} ${attributeOf(collection, name, field)} ${normalize(String(value))}`;
        const isTaken = seeded.has(claim);
        seeded.add(claim);
        return isTaken
          ? [`${start}has the ${name} of another example, and ${name} is unique: change one of them.`]
          : [];
      });
      const orphaned = relationsOf(resource).flatMap(({ attribute, parent }) => {
        const value = example[attribute];
        if (value === undefined || seeded.has(`${parent} ${value}`)) return [];
        return [
          `${start}has the ${attribute} "${value}": take the id of a stored ${parent}, which comes before in resources.ts.`,
        ];
      });
      seeded.add(`${nounOf(resource)} ${id}`);
      return [...wrong, ...taken, ...orphaned];
    });
  });
};

type Descriptions = {
  readonly resources: readonly Resource[];
  /** First versions of the resources. */
  readonly first: readonly Resource[];
  readonly groups?: readonly RouteGroup[];
};

/** Returns a sentence for each mistake in docs.ts that only a request or a reader of the description would see. */
export const exampleErrors = (routes: RouteTable, { resources, first, groups = [] }: Descriptions) => [
  ...resources.flatMap((resource) => errorsOfBodies(resource, routes)),
  ...problemErrors(routes, { resources, groups }),
  ...groups.flatMap(({ name, others }) => errorsOfOthers(`functions/${name}/docs.ts`, others, routes)),
  ...errorsOfSeeds(first),
];
