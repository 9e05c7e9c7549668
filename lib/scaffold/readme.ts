import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodOf, type Route } from '../../functions/http/route';
import { pluralIn } from '../../functions/model/relation';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { operations, textsOf } from '../../functions/site/openapi/operations';
import { problems } from '../../functions/site/openapi/problems';
import { formatCost } from '../cost/command';
import { root } from '../root';
import { replaceIn } from './edits';

type TableRow = readonly [name: string, ...cells: string[]];

const code = (text: string) => `\`${text}\``;

const routeRows = operations.map((operation): TableRow => [code(operation.route.routeKey), textsOf(operation)[0]]);

const parameterRows = resources.flatMap(({ path, relation }): TableRow[] => {
  if (!relation) return [];
  return [[code(relation.attribute), pluralIn(path), `lists the ${pluralIn(path)} of this ${relation.parent}`]];
});

const problemRows = problems.map(([name, { status, means, on }]): TableRow => {
  const methods = Object.values<Route>(routes).flatMap((route) => (on(route, true) ? methodOf(route) : []));
  return [String(status), code(name), means, [...new Set(methods)].join(', ')];
});

/** Adds the rows that a table lacks at its end. A table begins with a line that names its columns. */
const addRows = (file: string, columns: string, rows: readonly TableRow[]) => {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const begin = text.indexOf(`| ${columns} |\n`);
  const end = text.indexOf('\n\n', begin);
  const table = text.slice(begin, end);
  const missing = rows.filter((cells) => !cells.some((cell) => cell.startsWith('`') && table.includes(`| ${cell} `)));
  const added = missing.map((cells) => `\n| ${cells.join(' | ')} |`).join('');
  if (begin >= 0 && added) writeFileSync(path, text.slice(0, end) + added + text.slice(end));
};

const users = '100k';

/** Returns the dollars of API Gateway, of Lambda, and in all. */
const dollarsOf = (requests: string, utilization?: string) => {
  const [gateway = 0, functions = 0, , , , total = 0] = formatCost({ requests, users, utilization })
    .trim()
    .split(/ {2,}/)
    .slice(-6)
    .map(Number);
  return { total, compute: gateway + functions };
};

/** Writes the bills that two documents state. Each function adds an alarm to them. */
const updateBills = () => {
  replaceIn('lib/cost/README.md', /US dollars a month[^`]*/, formatCost({ requests: '10M', users }));
  for (const requests of ['10M', '100M', '1G']) {
    const { total, compute } = dollarsOf(requests);
    const dollars = [total, dollarsOf(requests, '50').total, compute].map((amount) =>
      Math.round(amount).toLocaleString('en-US'),
    );
    replaceIn(
      'lib/deploy/RUNBOOKS.md',
      new RegExp(`^\\| ${requests} (\\| [\\d,]+ ){3}`, 'm'),
      `| ${[requests, ...dollars].join(' | ')} `,
    );
  }
};

/** `npm run readme`: adds the routes, parameters and codes that the READMEs lack, and writes the bills again. */
export const updateReadmes = () => {
  addRows('README.md', 'route | does', routeRows);
  addRows('functions/README.md', 'query parameter | on | does', parameterRows);
  addRows('functions/README.md', 'status | `code` | when | on', problemRows);
  updateBills();
};
