import * as v from 'valibot';
import { methodOf } from '../../functions/http/row';
import { successes } from '../../functions/site/openapi/answers';
import { named, operations } from '../../functions/site/openapi/operations';
import { codesOf, problems } from '../../functions/site/openapi/problems';
import { Settings } from '../stack/settings';

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const operationRows = named.map(([name, row]) => {
  const { summary, description } = operations[name];
  const does = `${summary}. ${description}`;
  const statuses = successes(name, row).map(([status]) => status);
  return [`\`${row.routeKey}\``, does, statuses.join(', ')];
});

const rowsWith = (code: string) =>
  named.map(([, row]) => row).filter((row) => codesOf(row).some((one) => one === code));

const problemRows = Object.entries(problems).map(([code, { status, means }]) => {
  const methods = [...new Set(rowsWith(code).map(methodOf))];
  return [String(status), `\`${code}\``, means, methods.join(', ') || 'any other'];
});

const api = [
  table(['route', 'does', 'answers'], operationRows),
  table(['status', '`code`', 'when', 'on'], problemRows),
].join('\n\n');

/** What a setting has to be, in the words of the error that refuses all else. */
const allowedFor = (name: string, setting: v.GenericSchema) => {
  const { issues } = v.safeParse(setting, 'Not this', { abortPipeEarly: true });
  if (!issues) throw new Error(`The setting "${name}" takes everything`);
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

/** What the README shows of the code, each between two comments that name it. */
const partsOf = (provider: string) => ({
  api,
  settings: table(['setting', 'default', 'what it is', 'allowed'], settingRows),
  provider: `\`\`\`ts\n${provider}\`\`\``,
});

/** A README with the parts that are made of the code made anew; `provider` is the source of the data provider. */
export const remade = (readme: string, provider: string) =>
  Object.entries(partsOf(provider)).reduce((text, [name, part]) => {
    const [before, rest] = text.split(`<!-- ${name}: npm run readme -->\n`);
    const [, after] = rest?.split(`\n<!-- end of ${name} -->`) ?? [];
    if (after === undefined) throw new Error(`The README has no part between comments that name "${name}"`);
    return `${before}<!-- ${name}: npm run readme -->\n\n${part}\n\n<!-- end of ${name} -->${after}`;
  }, readme);
