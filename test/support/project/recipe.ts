import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the section of a page that has this title. */
export const sectionOf = (page: string, title: string) =>
  page.split(`\n## ${title}\n`)[1]?.split('\n## ', 1).join() ?? '';

/** Does in a copy of the project what a section of a page says: each step puts a block into a file. */
export const playRecipe = (folder: string, { page, title }: Record<'page' | 'title', string>) => {
  const steps = sectionOf(page, title).matchAll(
    /(top of|end of|Write|In)\s`(\S+)`(?:, (below|instead of) `(.+)`)?:\n\n```\w+\n([\s\S]+?)^```/gm,
  );
  for (const [, where, file = '', place, line, code = ''] of steps) {
    const text = where === 'Write' ? '' : readFileSync(join(folder, file), 'utf8');
    if (line && !text.includes(`${line}\n`)) throw new Error(`${file} has no line that ends with ${line}`);
    const [before = '', after = ''] = line ? text.split(`${line}\n`) : where === 'top of' ? ['', text] : [text];
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    const whole = where === 'Write' ? code : `${before}${(place === 'below' && line) || ''}\n${code}${after}`;
    writeFileSync(join(folder, file), whole);
  }
};

/** Does what each section of a page says. */
export const playRecipes = (folder: string, page: string) => {
  for (const [title = ''] of page.matchAll(/(?<=^## ).+/gm)) playRecipe(folder, { page, title });
};
