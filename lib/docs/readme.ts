import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { methodOf } from '../../functions/http/row';
import { operations } from '../../functions/site/openapi/operations';
import { codesOf, problems } from '../../functions/site/openapi/problems';
import { successResponses } from '../../functions/site/openapi/responses';
import { root } from '../root';
import { Settings } from '../stack/settings';
import { queries } from '../stack/watch/queries';
import { figuresOf } from './figures';
import { tableOf } from './markdown';
import { replacePart } from './part';

const routeRows = operations.map(({ row, prose }) => [`\`${row.routeKey}\``, prose.summary]);

const operationRows = operations.map((operation) => {
  const { summary, description } = operation.prose;
  const statuses = successResponses(operation).map(([status]) => status);
  return [`\`${operation.row.routeKey}\``, `${summary}. ${description}`, statuses.join(', ')];
});

const rowsWith = (code: string) => operations.map(({ row }) => row).filter((row) => codesOf(row, true).includes(code));

const problemRows = Object.entries(problems).map(([code, { status, means }]) => {
  const methods = [...new Set(rowsWith(code).map(methodOf))];
  return [String(status), `\`${code}\``, means, methods.join(', ') || 'any other'];
});

/** Returns the allowed values of a setting, in the words of the error that refuses all others. */
const allowedFor = (name: string, setting: v.GenericSchema) => {
  const { issues } = v.safeParse(setting, 'Not this', { abortPipeEarly: true });
  if (!issues) throw new Error(`The setting "${name}" allows every value`);
  return issues[0].message;
};

const defaultOf = (setting: v.GenericSchema) => {
  const value: unknown = v.parse(setting, undefined);
  if (value === undefined) return 'none';
  return `\`${value instanceof Object ? Object.values(value).join(',') : value}\``;
};

const settingRows = Object.entries<v.GenericSchema>(Settings.entries).map(([name, setting]) => [
  `\`${name}\``,
  defaultOf(setting),
  v.getDescription(setting as Parameters<typeof v.getDescription>[0]) ?? '',
  allowedFor(name, setting),
]);

const codeOf = (source: string) => `\`\`\`ts\n${source.trim()}\n\`\`\``;

const queriesText = Object.entries(queries)
  .map(([title, commands]) => `${title}:\n\n\`\`\`\n${commands.join('\n| ')}\n\`\`\``)
  .join('\n\n');

type ReadText = (file: string) => string;

/** Generates the parts of each file that come from the code, from a test or from measured results. */
const partsOf = (read: ReadText): Record<string, Record<string, string>> => ({
  'README.md': {
    routes: tableOf(['route', 'does'], routeRows),
    sample: codeOf(read('test/functions/posts/sample.test.ts')),
    figures: figuresOf(read('test/bench/RESULTS.md'), read('test/torture/RESULTS.md')),
  },
  'functions/README.md': {
    routes: tableOf(['route', 'does', 'statuses'], operationRows),
    problems: tableOf(['status', '`code`', 'when', 'on'], problemRows),
  },
  'lib/stack/README.md': {
    settings: tableOf(['setting', 'default', 'meaning', 'allowed'], settingRows),
    queries: queriesText,
  },
  'test/clients/README.md': { provider: codeOf(read('test/clients/data-provider.ts')) },
});

/** Returns each file that has generated parts, with its new text. */
export const generate = (read: ReadText) =>
  Object.entries(partsOf(read)).map(([file, parts]) => {
    const replace = (document: string, [name, text]: [string, string]) =>
      replacePart(document, { name, command: 'npm run readme' }, text);
    return { file, text: Object.entries(parts).reduce(replace, read(file)) };
  });

/** Reads a file by its path in the repository. */
export const readText: ReadText = (file) => readFileSync(join(root, file), 'utf8');

/** `npm run readme`: writes the generated parts of all READMEs. */
export const writeReadmes = () => {
  for (const { file, text } of generate(readText)) writeFileSync(join(root, file), text);
};
