import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { methodOf, type Route } from '../../functions/kit/http/route';
import { pluralIn } from '../../functions/kit/model/relation';
import { operations, textsOf } from '../../functions/kit/site/openapi/operations';
import { problems } from '../../functions/kit/site/openapi/problems';
import { resources } from '../../functions/resources';
import * as routes from '../../functions/routes';
import { formatCost } from '../cost/command';
import { root } from '../root';
import { replaceIn } from './edits';

const routeRows = operations.map((operation) => `\`${operation.route.routeKey}\` | ${textsOf(operation)[0]}`);

const parameterRows = resources.flatMap(({ path, relation }) => {
  if (!relation) return [];
  return `\`${relation.attribute}\` | ${pluralIn(path)} | lists the ${pluralIn(path)} of this ${relation.parent}`;
});

const problemRows = problems.map(([code, { status, means, on }]) => {
  const methods = Object.values<Route>(routes).flatMap((route) => (on(route, true) ? methodOf(route) : []));
  return `${status} | \`${code}\` | ${means} | ${[...new Set(methods)].join(', ')}`;
});

/** Adds the rows whose name in code a file lacks to a table of the file, at its end. */
const addRows = (file: string, table: RegExp, rows: readonly string[]) => {
  const text = readFileSync(join(root, file), 'utf8');
  const missing = [...new Set(rows)].filter((row) => !text.includes(`| ${/`.+?`/.exec(row)} |`));
  replaceIn(file, table, `$&${missing.map((row) => `\n| ${row} |`).join('')}`);
};

const users = '100k';

/** Returns the dollars of a month by service, and in all. */
const dollarsOf = (requests: string, utilization?: string) =>
  formatCost({ requests, users, utilization }).trim().split(/ {2,}/).slice(-6).map(Number);

/** `npm run readme`: adds the routes, parameters and codes that the READMEs lack, and writes the bills again. */
export const updateReadmes = () => {
  addRows('README.md', /\| route \| does \|\n[\s\S]*?(?=\n\n)/, routeRows);
  addRows('functions/README.md', /\| query parameter \| on \| does \|\n[\s\S]*?(?=\n\n)/, parameterRows);
  addRows('functions/README.md', /\| status \| `code` \| when \| on \|\n[\s\S]*?(?=\n\n)/, problemRows);
  // Each function adds an alarm to the bills that two documents state.
  replaceIn('lib/cost/README.md', /US dollars a month[^`]*/, formatCost({ requests: '10M', users }));
  for (const requests of ['10M', '100M', '1G']) {
    const [gateway = 0, functions = 0, , , , onDemand = 0] = dollarsOf(requests);
    const [provisioned = 0] = dollarsOf(requests, '50').slice(-1);
    const dollars = [onDemand, provisioned, gateway + functions].map((sum) => Math.round(sum).toLocaleString('en-US'));
    const row = new RegExp(`^\\| ${requests} (\\| [\\d,]+ ){3}`, 'm');
    replaceIn('lib/deploy/RUNBOOKS.md', row, `| ${[requests, ...dollars].join(' | ')} `);
  }
};
