import type { Field } from '../../functions/kit/model/field';
import { maxItemBytesOf } from '../../functions/kit/model/models';
import { isFilter } from '../../functions/kit/model/page';
import { pluralIn, wordOf } from '../../functions/kit/model/relation';
import { parentsOf, relationsOf, storedFields } from '../../functions/kit/resources';
import { nounOf, type Resource } from '../../functions/kit/site/openapi/resource';
import { resources } from '../../functions/resources';
import { isRequired } from '../../lib/models/stored-models';
import { routeOf } from './every-resource';

/*
 * Answers of the declarations to what tests need: a resource with a text, one with a parent, one with a unique field.
 */

/** Part of the title of a test that stands for those of a declaration that no resource makes. */
export const NOTHING_TO_TEST = 'nothing to test without';

const isText = (field: Field) => Boolean(field.maxLength) && !field.parse && !isFilter(field);

/** Returns a resource by its names, with its texts: `text` is required, and `long` is the one of the most characters. */
const named = (resource: Resource) => {
  const texts = Object.entries(resource.input).filter(([, field]) => isText(field));
  const [text] = texts.find(([, field]) => isRequired(field)) ?? [];
  const [[long, { maxLength = 0 }] = ['', {}]] = texts.sort(
    ([, a], [, b]) => Number(b.maxLength) - Number(a.maxLength),
  );
  const { path, collection, input, examples } = resource;
  const names = {
    noun: nounOf(resource),
    word: wordOf(collection),
    plural: pluralIn(path),
    required: Object.keys(input).filter((name) => isRequired(input[name] ?? {})),
  };
  return { resource, path, collection, input, examples, ...names, text: text ?? '', long, maxLength };
};

/** All resources. */
export const declared = resources.map(named);
const isAlone = ({ resource, required }: (typeof declared)[number]) =>
  relationsOf(resource).every(({ attribute }) => !required.includes(attribute));
const withText = declared.filter((one) => one.text && isAlone(one)).sort((a, b) => b.maxLength - a.maxLength);

const children = declared.flatMap((child) =>
  relationsOf(child.resource).flatMap((relation) => {
    const parent = parentsOf(child.resource).find((each) => nounOf(each) === relation.parent);
    return parent ? [{ ...child, ...relation, parent: named(parent) }] : [];
  }),
);

const withField = (isMeant: (field: Field) => unknown) =>
  declared.flatMap((one) =>
    Object.entries(one.input).flatMap(([field, rules]) => (isMeant(rules) ? [{ ...one, field }] : [])),
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
    const shown = routeOf(child.resource, 'list')[1].expands?.[child.parent.noun];
    return shown ? [{ ...child, shown }] : [];
  }),
);
export const aUniqueField = need(
  'a resource with a unique field',
  withField(({ unique }) => unique),
);
export const anIndexedField = need(
  'a resource with an indexed field',
  withField(({ isIndexed }) => isIndexed).map((one) => {
    const { create, replace } = one.examples;
    const values: Readonly<Record<string, unknown>> = { ...replace.request, ...create.request };
    return { ...one, value: values[one.field] ?? one.input[one.field]?.example };
  }),
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
  declared.filter(({ resource }) => resource.isPrivate),
);

/**
 * Describes what a declaration gives. Where no resource has it, nothing is to test, and one test says so.
 * changed-project.program.test.ts has resources with every declaration.
 */
export const describeFor = <T>(
  { what, found }: { what: string; found: T | undefined },
  title: string,
  tests: (found: T) => void,
) => {
  if (found === undefined) test(`${title}: ${NOTHING_TO_TEST} ${what}`, () => {});
  else describe(title, () => tests(found));
};
