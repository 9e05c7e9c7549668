import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, methodOf, pathOf, type Verb } from '../../functions/kit/http/route';
import { wordOf } from '../../functions/kit/model/relation';
import type { Operation } from '../../functions/kit/site/openapi/resource';
import { textsOf } from '../../functions/kit/site/openapi/texts';
import { jsonForShell } from '../local/curl';
import { root } from '../root';

/** Name of the service as words, and its description in package.json. */
type Named = Readonly<Record<'title' | 'description', string>>;

const ADDRESS = 'http://127.0.0.1:3000';

/** Returns a link to the README in the folder of a resource, or to the folder where there is none. */
const linkTo = (path: string) => {
  const folder = `functions/${folderOf(path)}`;
  const readme = `${folder}/README.md`;
  return `[\`${path}\`](${existsSync(join(root, readme)) ? readme : folder})`;
};

/** Texts about the routes of the service itself, by their names. */
const siteTexts: Readonly<Record<string, string>> = {
  listRoutes: 'The list of routes.',
  getReference: 'Each route, to read and to try.',
  getDescription: 'OpenAPI 3.1, for tools.',
};

/** Returns what a table says about the routes of a path. */
const meaningOf = (path: string, operations: readonly Operation[]) => {
  const [{ route, resource, verb } = { route: undefined }] = operations;
  const { successor, sunset } = route?.deprecated ?? {};
  const end = successor ? [`Deprecated${sunset ? ` until ${sunset}` : ''}: use \`${successor}\`.`] : [];
  if (resource?.path === path) return [...end, resource.about].join(' ');
  if (resource && verb) return `One ${wordOf(resource.collection).replaceAll('-', ' ')}.`;
  return operations.map((operation) => siteTexts[operation.name] ?? `${textsOf(operation, false)[0]}.`).join(' ');
};

/** Returns a row of the table of routes, without a character that would end a cell. */
const rowOf = (path: string, operations: readonly Operation[]) => {
  const isCollection = operations.some(({ resource }) => resource?.path === path);
  const methods = operations.map(({ route }) => `\`${methodOf(route)}\``).join(', ');
  const meaning = meaningOf(path, operations).replace(/\s+/g, ' ').replaceAll('|', '\\|');
  return `| ${isCollection ? linkTo(path) : `\`${path}\``} | ${methods} | ${meaning} |`;
};

/** Returns curl lines for a resource, which work once `npm start` has created the examples. */
const curlsOf = (operations: readonly Operation[]) => {
  const shown = operations.find(({ resource, route }) => resource && !route.deprecated)?.resource;
  if (!shown) return [];
  const { path, examples } = shown;
  const [{ id }] = examples.stored;
  const lines: Partial<Record<Verb, string>> = {
    list: `curl ${ADDRESS}${path}`,
    create: `curl ${ADDRESS}${path} -d '${jsonForShell(examples.create.request)}'`,
    get: `curl ${ADDRESS}${path}/${id}`,
    update: `curl -X PATCH ${ADDRESS}${path}/${id} -d '${jsonForShell(examples.update.request)}'`,
  };
  return operations.flatMap(({ resource, verb }) => (resource === shown && verb && lines[verb]) || []);
};

const block = (...lines: readonly string[]) => ['```', ...lines, '```'].join('\n');

const NO_RESOURCE = `The service has no resource yet. [Make it yours](functions/MAKE-IT-YOURS.md#add-a-resource) adds one:

${block("npm run resource -- products name:text 'sku:text@unique'")}`;

/** Returns the first screen of README.md: what the service is, two commands, curl lines and all routes. */
export const frontOf = ({ title, description }: Named, operations: readonly Operation[]) => {
  const curls = curlsOf(operations);
  const paths = [...new Set(operations.map(({ route }) => pathOf(route)))];
  const rows = paths.map((path) =>
    rowOf(
      path,
      operations.filter(({ route }) => pathOf(route) === path),
    ),
  );
  const samples = curls.length > 0 ? 'with sample data in' : 'on';
  return [
    `# ${title}`,
    `${description.replace(/\.$/, '')}.`,
    block(
      `npm ci && npm start     # ${ADDRESS}, ${samples} an embedded DynamoDB`,
      'npm ci && npm test      # no AWS account, no Docker',
    ),
    ...(curls.length > 0
      ? [`Ask the service from another terminal, or try each route at ${ADDRESS}/docs:`, block(...curls)]
      : [NO_RESOURCE]),
    ['| path | methods | |', '| --- | --- | --- |', ...rows].join('\n'),
  ].join('\n\n');
};
