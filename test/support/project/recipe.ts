import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Does in a copy of the project what a section of a page says: each step puts code into a file. */
export const playRecipe = (folder: string, { page, title }: Record<'page' | 'title', string>) => {
  const section = page.split(`\n## ${title}\n`)[1]?.split('\n## ', 1).join() ?? '';
  const steps = section.matchAll(
    /(top of|end of|Write|In)\s`(\S+)`(?:, (below|instead of) `(.+)`)?:\n\n```ts\n([\s\S]+?)^```/gm,
  );
  for (const [, where, file = '', place, line, code = ''] of steps) {
    const text = where === 'Write' ? '' : readFileSync(join(folder, file), 'utf8');
    if (line && !text.includes(`${line}\n`)) throw new Error(`${file} has no line that ends with ${line}`);
    const [before = '', after = ''] = line ? text.split(`${line}\n`) : where === 'top of' ? ['', text] : [text];
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${before}${(place === 'below' && line) || ''}\n${code}${after}`);
  }
};
