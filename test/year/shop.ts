import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { playRecipe } from '../support/project/recipe';

/** Text of lib/own.ts: a queue of invoices. */
const own = `import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Own } from './stack/own';

/** Adds a queue of invoices to the stack. */
export const own: Own = ({ scope }) => {
  const invoices = new Queue(scope, 'Invoices', { enforceSSL: true });
  return { resources: { invoices: invoices.queueArn }, variables: { INVOICES_URL: invoices.queueUrl } };
};
`;

/** Names of the four resources, in the order in which the pages add them. */
const added = ['products', 'reviews', 'customers', 'orders'];

/**
 * Makes a clone a shop, by the pages of the clone: names it, removes its samples, adds four resources, a part of the stack and
 * an action. `run` runs a line of a page, and throws if the line fails.
 */
export const makeShop = (folder: string, run: (line: string) => void) => {
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const [page, beyond] = ['MAKE-IT-YOURS', 'BEYOND-DECLARATIONS'].map((name) => read(`functions/${name}.md`));
  const [first = ''] = page?.split('\n## ') ?? [];
  const name = first.match(/^npm pkg set .+/m) ?? [];
  const removals = first.match(/^npm run resource -- \w+ --remove/gm) ?? [];
  const lines = `${page?.slice(first.length)}${beyond}`;
  const additions = added.flatMap(
    (plural) => lines.match(RegExp(`^npm run resource -- ${plural} '?\\w+:.+`, 'm')) ?? [],
  );
  if (name.length + additions.length < 1 + added.length)
    throw new Error('The pages no longer add the resources of a shop');
  for (const line of [...name, ...removals, ...additions]) {
    run(line);
    run("git add --all && git commit --quiet --message 'step'");
  }
  writeFileSync(join(folder, 'lib/own.ts'), own);
  playRecipe(folder, { page: beyond ?? '', title: 'Add an action' });
  run("npm run fix && git add --all && git commit --quiet --message 'own part and action'");
  return removals.flatMap((line) => /(?<=-- )\w+/.exec(line) ?? []);
};
