import { basename } from 'node:path';
import { collectionPathOf, entityNameOf, folderOf, type Route, verbOf } from '../../functions/kit/http/route';
import { versionIn } from '../../functions/kit/model/relation';
import { type Resource, titleOf } from '../../functions/kit/site/openapi/resource';
import * as routes from '../../functions/routes';
import { handlerSourceOf } from '../build/handlers';
import { read } from './edits';
import { isInRequests, type NewField } from './fields/field';
import { docsNameOf } from './names';
import { modelTextOf } from './templates';
import { testOf } from './test-template';

type Changes = { readonly input: string; readonly added: readonly NewField[] };

/** Returns the text of each file of a new version, by its path from the folder of the version. */
export const versionFilesOf = (before: Resource, path: string, { input, added }: Changes) => {
  const folder = folderOf(before.path);
  const [title, newTitle] = [titleOf(before), titleOf({ ...before, path })];
  const [entity, newEntity] = [entityNameOf(before.path), entityNameOf(path)];
  const all = Object.entries<Route>(routes);
  const own = all.filter(([, route]) => collectionPathOf(route) === before.path && verbOf(route));
  const names = new Map([
    ...own.map(([name]) => [name, `${name.replace(/V\d+$/, '')}V${versionIn(path)}`] as const),
    ...['', 'Input', 'Patch', 'Query'].map((end) => [title + end, newTitle + end] as const),
    [entity, newEntity],
    [` ${before.path}`, ` ${path}`],
  ]);
  /** Gives code of the version before the names and the path of the new version. */
  const rename = (code: string) => code.replace(/ ?(\/[\w-]+)+|\w+/g, (word) => names.get(word) ?? word);
  /** Returns the first match in a file of the version before. */
  const find = (file: string, pattern: string) =>
    new RegExp(pattern).exec(read(`functions/${folder}/${file}`))?.[0] ?? '';
  const texts = own.map(([name]) => find('routes.ts', `export const ${name} = {[^;]*;`));
  const handlers = new Set(own.map(([name, route]) => handlerSourceOf(name, route).file));
  const values = added.filter(isInRequests).map(({ name, values: [value] }) => `${name}: ${value}`);
  return {
    'model.ts': `
${modelTextOf(newTitle, `: what differs from ${folder}`, {
  input,
  response: rename(find('model.ts', `(?<=export const ${title} = )[^;]*`)),
  query: rename(find('model.ts', `(?<=export const ${title}Query = )[^;]*`)),
})}`,
    'routes.ts': `
${texts.map((one) => rename(one).replace('\n  deprecated,', '')).join('\n\n')}
`,
    'store.ts': `
export const ${newEntity} = entityOf({ ...${entity}, path: '${path}', model: ${newTitle} });
`,
    'docs.ts': `
export const ${docsNameOf(path)} = versionOf(${docsNameOf(before.path)}, {
  ...${newEntity},
  input: ${newTitle}Input,
  ${values.length > 0 ? `added: { ${values.join(', ')} },` : ''}
});
`,
    ...Object.fromEntries([...handlers].map((file) => [basename(file), rename(read(file))])),
    [`../../test/functions/${folderOf(path)}/handlers.test.ts`]: testOf(path),
  };
};
