import { nounOf } from '../../functions/kit/http/resource';
import { attributeOf } from '../../functions/kit/model/models';
import { countOf, pluralIn, storedIn } from '../../functions/kit/model/relation';
import { indexOf } from '../../functions/kit/table/shards';
import { childrenOf, relationsOf, resources } from '../../functions/resources';
import { editProject, replaceIn, runProgram } from './edits';

/** Returns the words of the OpenAPI document as Markdown shows them: paths, names of routes, codes of problems and others. */
const readWords = () => {
  const document = runProgram(process.execPath, '--require', './lib/build/typescript.cjs', 'bin/openapi.ts');
  return [...new Set(document.match(/(?<=")[\w/{}-]+(?=")/g))].map((word) => `\`${word}\``);
};

/** Returns a function that takes a resource away, and returns what a deployed stage loses. */
export const removalOf = (plural: string) => {
  const plurals = resources.map(({ path }) => pluralIn(path));
  const resource = resources[plurals.indexOf(plural)];
  if (!resource) throw new Error(`The resource is "${plural}"; allowed with --remove: ${plurals.join(', ')}`);
  const children = childrenOf(resource).map(({ path }) => pluralIn(path));
  if (children.length > 0) throw new Error(`The resource has children; remove them first: ${children.join(', ')}`);
  const { collection, path, input } = resource;
  const parents = relationsOf(resource).flatMap((relation) => {
    const found = resources.filter((each) => nounOf(each) === relation.parent);
    return found.map((parent) => ({ resource: parent, index: indexOf(storedIn(relation)), count: countOf(relation) }));
  });
  return () => {
    const before = readWords();
    const tests = [`:(glob)test/**/${plural}/**`, `:(glob)test/**/${plural}.*`];
    runProgram('git', 'rm', '-r', '--quiet', '--ignore-unmatch', `functions/${plural}`, ...tests);
    editProject({ plural, collection }, parents, false);
    const after = readWords();
    const gone = before.filter((word) => !after.includes(word));
    const nouns = [resource, ...parents.map((each) => each.resource)].map(nounOf).join('|');
    const cells = [...gone, `${nounOf(resource)} \\| \`${collection}\``].join('|');
    // Keeps the rows about every resource when the last one goes.
    const rows = new RegExp(`^(?=.*(${nouns}))\\| (\\w+ \\| )?(${cells}) \\|.*\\n`, 'gm');
    for (const file of runProgram('git', 'ls-files', '*README.md').trim().split('\n')) replaceIn(file, rows, '');
    const indexed = Object.entries(input).filter(([, { parent, isIndexed }]) => parent || isIndexed);
    const indexes = indexed.map(([name, field]) => `, the index ${indexOf(attributeOf(collection, name, field))}`);
    const counts = parents.map((parent) => ` --remove ${pluralIn(parent.resource.path)}.${parent.count}`).join('');
    const repair = `After that, let parents be deleted: npm run verify -- --table <table> --fix${counts}\n`;
    return `
A deployed stage loses: the collection ${collection}, the routes of ${path}, the scopes ${plural}:read, ${plural}:write, ${plural}:admin${indexes.join('')}.
Its items stay in the table. The next deployment asks you to confirm the loss with -c confirm=models.
${counts && repair}Find what still names ${plural}: git grep -niwE '${plural}|${nounOf(resource)}'
`;
  };
};
