import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as jobs from '../../functions/jobs';
import { nounOf } from '../../functions/kit/entity';
import { camelCase, entityNameOf, folderOf } from '../../functions/kit/http/route';
import { pluralIn, wordOf } from '../../functions/kit/model/relation';
import { firstVersions } from '../../functions/kit/resources';
import * as routes from '../../functions/routes';
import { root } from '../root';
import { appendTo, read, replaceIn, writeFiles } from './edits';
import { capitalize, docsNameOf } from './names';
import { plurals } from './noun';

const JOBS = 'functions/jobs.ts';

/** Matches what the list of jobs exports from a folder, and not its comment, which has such a line, too. */
export const exportsFrom = (folder: string) => new RegExp(`^export [^;]*'\\./${folder}/[^']*';\n`, 'gm');

/** Adds the functions of a folder to the list of jobs. */
const addToJobs = (folder: string) => {
  const line = `export * from './${folder}/jobs';\n`;
  if (read(JOBS).includes(line)) return;
  replaceIn(JOBS, /^export \{\};\n/m, '');
  appendTo(JOBS, line);
};

/** Takes the functions of a folder from the list of jobs. Without an export, an empty list would be no module. */
export const removeFromJobs = (folder: string) => {
  replaceIn(JOBS, exportsFrom(folder), '');
  if (!/^export /m.test(read(JOBS))) appendTo(JOBS, 'export {};\n');
};

/** Tells whether the list of jobs has functions of a folder. */
export const hasJobs = (folder: string) => exportsFrom(folder).test(read(JOBS));

type Followed = Readonly<Record<'path' | 'collection', string>>;

/** Returns the texts of a function that gets the changes of a resource: its handler, its declaration and a test. */
export const reactionTextsOf = ({ path, collection }: Followed) => {
  const [folder, entity, docs, plural] = [folderOf(path), entityNameOf(path), docsNameOf(path), pluralIn(path)];
  const name = `reactTo${capitalize(camelCase(plural))}`;
  const [many, one] = [plural.replaceAll('-', ' '), wordOf(nounOf({ collection })).replaceAll('-', ' ')];
  const lineOf = (verb: string) => `log({ level: 'INFO', message: '${one} ${verb}', id, at });`;
  return {
    name,
    folder,
    declared: `
/** Gets the changes of ${many}. */
export const ${name} = {
  entry: 'functions/${folder}/changes.ts',
  changesOf: ${entity},
} as const satisfies Reaction;
`,
    files: {
      'changes.ts': `
/**
 * Gets each change of ${many} after it was written, at least once. A change for which this throws comes again. Replace each line
 * of the log by what is to follow.
 */
export const handler = handleChanges(${entity}, async ({ id, before, after, at }) => {
  if (!before) {
    // A creation has no \`before\`.
    ${lineOf('created')}
  } else if (!after) {
    // A deletion has no \`after\`.
    ${lineOf('deleted')}
  } else {
    ${lineOf('changed')}
  }
});
`,
      [`../../test/functions/${folder}/changes.test.ts`]: `
import { handler } from '../../../functions/${folder}/changes';
import { ${docs} } from '../../../functions/${folder}/docs';
import { ${entity} } from '../../../functions/${folder}/store';
import { changesEvent, deliver } from '../../support/unit/changes';
import { mockTable } from '../../support/unit/table';

const table = mockTable();
const [before, other] = ${docs}.examples.stored;
const after = { ...other, id: before.id };

test('${name} logs a creation, a change and a deletion', async () => {
  const event = changesEvent(${entity}, { after: before }, { before, after }, { before: after });
  expect(await deliver(handler, event)).toEqual({ batchItemFailures: [] });
  expect(table.logged().flatMap(({ message, id }) => (message ? [[message, id]] : []))).toEqual([
    ['${one} created', before.id],
    ['${one} changed', before.id],
    ['${one} deleted', before.id],
  ]);
});
`,
    },
  };
};

/** Returns a function that writes a reaction to the changes of a resource, and returns what to do next. */
export const reactionOf = (followed: Followed) => {
  const { name, folder, declared, files } = reactionTextsOf(followed);
  for (const file of Object.keys(files)) {
    const path = join('functions', folder, file);
    if (existsSync(join(root, path))) throw new Error(`There is a file ${path}; change it, or delete it first`);
  }
  if ([jobs, routes].some((table) => Object.hasOwn(table, name)))
    throw new Error(`There is a function ${name}; change it, or give it another name first`);
  return () => {
    writeFiles(folder, files);
    appendTo(`functions/${folder}/jobs.ts`, declared);
    addToJobs(folder);
    return `\n${name} gets each change of ${pluralIn(followed.path)}: write what follows in functions/${folder}/changes.ts.\n`;
  };
};

/** Returns a function that writes a reaction to the changes of a resource that is there. */
export const reactionAdditionOf = ({ reaction, ...others }: { readonly reaction?: boolean }, plural: string) => {
  const resource = firstVersions.find(({ path }) => pluralIn(path) === plural);
  if (!resource)
    throw new Error(`The resource is "${plural}"; allowed with --reaction: ${plurals}, or a new one with its fields`);
  const [other] = Object.keys(others);
  if (other) throw new Error(`--${other} is of a new resource, and there are ${plural}; leave it out`);
  return reactionOf(resource);
};
