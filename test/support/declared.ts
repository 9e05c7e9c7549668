import { type Route, type Verb, verbOf } from '../../functions/kit/http/route';
import type { Field } from '../../functions/kit/model/field';
import { maxItemBytesOf } from '../../functions/kit/model/models';
import { isFilter } from '../../functions/kit/model/page';
import { pluralIn } from '../../functions/kit/model/relation';
import { childrenOf, firstVersions, storedFields, versionsOf } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { isRequired } from '../../lib/models/stored-models';
import { validValue } from '../../lib/models/valid-body';
import { routesOf, views } from '../../lib/verify/rows/resources';

/*
 * Answers of the declarations to what tests need: all resources, one with a text, one with a parent, one with a unique field.
 */

/** Part of the title of a test that stands for those of a declaration that no resource makes. */
export const NOTHING_TO_TEST = 'nothing to test without';

const isText = (field: Field) => field.maxLength && !field.parse && !isFilter(field) && field.example === undefined;

/** All resources with their texts: `text` is required, and `long` is the one of the most characters. */
export const declared = views.map((one, at) => {
  const fields = one.writable.map((name) => [name, one.input[name] ?? {}] as const);
  const required = fields.filter(([, field]) => isRequired(field)).map(([name]) => name);
  const texts = fields.filter(([, field]) => isText(field));
  const [text = ''] = texts.map(([name]) => name).filter((name) => required.includes(name));
  const [[long, { maxLength = 0 }] = ['', {}]] = texts.sort(
    ([, a], [, b]) => Number(b.maxLength) - Number(a.maxLength),
  );
  return { ...one, resource: resources[at] as Resource, required, text, long, maxLength };
});
const isAlone = ({ relations, required }: (typeof declared)[number]) =>
  relations.every(({ attribute }) => !required.includes(attribute));
const withText = declared.filter((one) => one.text && isAlone(one)).sort((a, b) => b.maxLength - a.maxLength);

const children = declared.flatMap((child) =>
  child.relations.flatMap((relation) => {
    const parent = declared.find(({ noun }) => noun === relation.parent);
    return parent ? [{ ...child, ...relation, parent }] : [];
  }),
);

/** Returns the route of a resource for a verb, with its name. */
export const routeOf = (resource: Resource, verb: Verb): [name: string, route: Route] => {
  const found = routesOf(resource).find(([, route]) => verbOf(route) === verb);
  if (!found) throw new Error(`${resource.path} has no route for ${verb}`);
  return found;
};

const withField = (isMeant: (field: Field) => unknown) =>
  declared.flatMap((one) =>
    Object.entries(one.input).flatMap(([field, rules]) => (!rules.isKept && isMeant(rules) ? [{ ...one, field }] : [])),
  );

/** Names what a test needs, with the first declaration that has it. */
const need = <T>(what: string, [found]: readonly T[]) => ({ what, found });

export const aResource = need('a resource with a required text, which needs no parent', withText);
export const aChild = need('a resource with a parent', children);
export const aListedChild = need(
  'a resource with a parent, which is not private',
  children.filter(({ resource }) => !resource.isPrivate),
);
export const aChildOfOwners = need(
  'a resource with a parent that callers must own',
  children.filter(({ isParentShared }) => !isParentShared),
);
export const anOptionalChild = need(
  'a resource with an optional parent',
  children.filter(({ required, attribute }) => !required.includes(attribute)),
);
export const anExpandedChild = need(
  'a resource with a parent that `expand` shows',
  children.flatMap((child) => {
    const shown = child.expands?.[child.parent.noun];
    return shown ? [{ ...child, shown }] : [];
  }),
);
export const aUniqueField = need(
  'a resource with a unique field',
  withField(({ unique }) => unique),
);
export const anIndexedField = need(
  'a resource with an indexed field',
  withField(({ isIndexed }) => isIndexed).map((one) => ({ ...one, value: validValue(one, one.field) })),
);
export const aLargeResource = need(
  'a resource of which 50 can be more than a page of 1 MB',
  declared
    .map((one) => ({ ...one, maxBytes: maxItemBytesOf(storedFields(one.resource)) }))
    .filter(({ maxBytes }) => maxBytes > 40_000)
    .sort((a, b) => b.maxBytes - a.maxBytes),
);
export const aGuardedResource = need(
  'a resource that is not public',
  declared.filter(({ resource }) => routeOf(resource, 'list')[1].access !== 'public'),
);
export const aPrivateResource = need(
  'a resource that is private',
  declared.filter(({ isPrivate }) => isPrivate),
);

/**
 * Describes what a declaration gives. Where no resource has it, a line of jest says what to declare.
 * changed-project.program.test.ts has resources with every declaration.
 */
export const describeFor = <T>(
  { what, found }: { what: string; found: T | undefined },
  title: string,
  tests: (found: T) => void,
) => {
  if (found === undefined) test.todo(`${title}: ${NOTHING_TO_TEST} ${what}`);
  else describe(title, () => tests(found));
};

/** Tests what a service without a resource does not have. Until it has one, it skips them. The benchmark has no `test`. */
export const testWithResource = resources.length > 0 ? globalThis.test : globalThis.test?.skip;

type Tests = (plural: string, resource: Resource) => void;
export const describeRows = (rows: typeof declared, title: string, tests: Tests) => {
  if (rows.length > 0) describe.each(rows.map(({ label, resource }) => [label, resource] as const))(title, tests);
  else test.todo(`${title}: ${NOTHING_TO_TEST} a resource`);
};

/** Names what a resource declares, by which it differs from others. */
const shapeOf = (resource: Resource) => [
  resource.isPrivate ? 'private' : routeOf(resource, 'list')[1].access,
  ...(['parent', 'unique', 'isIndexed', 'isServerSet', 'changes'] as const).filter((rule) =>
    Object.values(resource.input).some((field) => field[rule]),
  ),
  childrenOf(resource).length > 0 && 'with children',
  versionsOf(resource).length > 1 && 'versioned',
];

const seen = new Set<unknown>();
export const shapes = declared.filter(({ resource }) => {
  const { size } = seen;
  for (const part of shapeOf(resource)) seen.add(part);
  return seen.size > size;
});

/** Describes what holds for every resource. */
export const describeEach = (title: string, tests: Tests) => describeRows(declared, title, tests);
/** Describes what takes long for a resource of each shape, so that the time does not grow with each resource. */
export const describeShapes: typeof describeEach = (title, tests) => describeRows(shapes, title, tests);

/** Returns the scopes of every resource with these rights. */
export const allScopes = (...rights: string[]) =>
  firstVersions.flatMap(({ path }) => rights.map((right) => `${pluralIn(path)}:${right}`)).join(' ');
