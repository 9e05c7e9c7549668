import { nounOf } from '../../functions/kit/entity';
import { wordOf } from '../../functions/kit/model/relation';
import { digest } from '../../functions/kit/model/text';
import { isInRequests } from './fields/field';
import { callOf } from './fields/kinds';
import { wordsIn } from './fields/usual';
import { capitalize, docsNameOf } from './names';
import type { NewResource } from './parents';
import { routeFilesOf } from './route-templates';
import { testOf } from './test-template';

// The command adds the imports to the texts of the files afterwards, and Biome formats them.

type NewParent = NewResource['parents'][number];

const shownOf = (plural: string, { name, title, shown = [] }: NewParent) => `
/** Members of the ${name} that a list of ${plural} shows to all its readers. */
export const Shown${capitalize(name)} = {
  id: Id,${shown.map((member) => ` ${member}: ${title}Input.${member},`).join('')}
};
`;

const relationOf = ({ plural }: NewResource, { name, resource, field, relation }: NewParent) => `
/** Connects ${plural} with their ${name}. */
export const ${relation} = {
  attribute: '${field.name}',
  parent: '${nounOf(resource)}', ${resource.isPrivate ? '' : 'isParentShared: true,'}
} as const satisfies Relation;
`;

/** Returns the text of the models that follow from that of the body of POST. */
export const modelTextOf = (title: string, about: string, model: Record<'input' | 'response' | 'query', string>) => `
/** Model of the body of POST and PUT${about}. The other models follow from it. */
export const ${title}Input = ${model.input};

/** Model of the body of PATCH. */
export const ${title}Patch = patchOf(${title}Input);

export const ${title} = ${model.response};

export const ${title}Query = ${model.query};
`;

const exampleIdOf = ({ name, resource, field }: NewParent) => `
/** The ${wordsIn(name)} of the examples. */
const ${field.name} = ${docsNameOf(resource.path)}.examples.stored[0].id;
`;

/** Returns `a, b and c`. */
const listed = (words: readonly string[]) => words.join(', ').replace(/, ([^,]*)$/, ' and $1');

const withArticle = (words: string) => `${/^(?!uni|use)[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;

/** Describes a resource by its parents, or else by its first field. */
const aboutOf = ({ plural, parents }: NewResource, [first]: NewResource['fields']) => {
  const start = capitalize(plural.replaceAll('-', ' '));
  const nounsOf = (isOptional: boolean) => {
    const own = parents.filter((parent) => parent.isOptional === isOptional);
    return [...new Set(own.map(({ resource }) => withArticle(wordOf(nounOf(resource)).replaceAll('-', ' '))))];
  };
  const required = nounsOf(false);
  const optional = nounsOf(true).filter((noun) => !required.includes(noun));
  const belongings = [
    ...(required.length > 0 ? [`belongs to ${listed(required)}`] : []),
    ...(optional.length > 0 ? [`may belong to ${listed(optional)}`] : []),
  ];
  if (belongings.length > 0) return `${start}, each of which ${belongings.join(' and ')}.`;
  const field = wordsIn(first?.name ?? '');
  return `${start}, ${first?.field.isOptional ? 'some' : 'each'} with ${/[^s]s$/.test(field) ? field : withArticle(field)}.`;
};

/** Returns the text of each file of a new resource, by its path from the folder of the resource. */
export const filesOf = (resource: NewResource): Readonly<Record<string, string>> => {
  const { plural, entity, path, noun, title, collection, parents, fields, readers, followsChanges } = resource;
  const isPrivate = readers === 'private' ? 'isPrivate: true,' : '';
  const input = fields.map(({ name, code }) => (name === code ? `${name},` : `${name}: ${code},`)).join('\n  ');
  const expanded = parents.filter(({ shown }) => shown);
  const relations = expanded.map(({ relation }) => relation).join(', ');
  const isSorted = followsChanges || fields.some(({ field }) => field.sorted);
  const expandQuery = relations && `, { expand: expandOf(${relations}) }`;
  // No other resource has examples with these ids.
  const hash = Buffer.from(digest(plural)).toString('hex').slice(0, 11);
  const sent = fields.filter(isInRequests);
  const bodyOf = (which: number, all: NewResource['fields'] = sent) =>
    all.map(({ name, values }) => (values[which] === name ? name : `${name}: ${values[which]}`)).join(', ');
  const own = sent.filter((field) => !parents.some((parent) => parent.field === field));
  const words = noun.replaceAll('-', ' ');
  const changed = own.find(({ mark }) => mark !== 'unique') ?? own[0];
  const expand = expanded.map(({ name, shown = [], isOptional }) => {
    const members = listed(['id', ...shown].map((member) => `the ${wordsIn(member)}`));
    return `\`${name}\` adds ${members} of its ${wordsIn(name)} to each ${words}${isOptional ? ' that has one' : ''}.`;
  });
  const parameters = relations && `parameters: { expand: '${expand.join(' ')}' },`;
  return {
    'model.ts': `
${expanded.map((parent) => shownOf(plural, parent)).join('')}
${parents.map((parent) => relationOf(resource, parent)).join('')}
${modelTextOf(title, '', {
  input: `{\n  ${input}\n}`,
  response: callOf('responseOf', `${title}Input`, ...(followsChanges ? [callOf('sorted', 'Timestamp')] : [])),
  query: `${isSorted ? 'sortedPageQuery' : 'pageQuery'}(${title}${followsChanges ? '' : 'Input'}${expandQuery})`,
})}`,
    ...routeFilesOf(resource),
    'store.ts': `
export const ${entity} = entityOf({ collection: '${collection}', path: '${path}', model: ${title}, ${isPrivate} });
`,
    'docs.ts': `
${parents.map(exampleIdOf).join('')}
export const ${entity}Docs = {
  ...${entity},
  about: '${aboutOf(resource, own)}', input: ${title}Input, ${parameters}
  examples: {
    stored: [
      { id: '01a1f3ad-8e00-7000-8000-${hash}1', ${bodyOf(0, fields)} },
      { id: '01a1f3ad-8e00-7000-8000-${hash}2', ${bodyOf(1, fields)} },
    ],
    create: { summary: '${capitalize(withArticle(words))}', request: { ${bodyOf(2)} } },
    replace: { summary: 'Another ${words}', request: { ${bodyOf(3)} } },
    update: { summary: 'Another ${wordsIn(changed?.name ?? '')}', request: { ${changed?.name}: ${changed?.values[4]} } },
  },
} satisfies Resource;
`,
    [`../../test/functions/${plural}/handlers.test.ts`]: testOf(path),
  };
};
