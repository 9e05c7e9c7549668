import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { title } from '../../functions/kit/site/openapi/document';
import { operations } from '../../functions/kit/site/openapi/operations';
import { description, name } from '../../package.json';
import { defineCommand } from '../command';
import { root } from '../root';
import { frontOf } from './front';

/** True in the repository that others clone. A clone of another name has no use for the part about this repository. */
export const isKit = name === 'users-and-posts';

const file = join(root, 'README.md');

/**
 * Replaces the text between the comments `<!-- front: … -->` and `<!-- end of front -->`, also if a merge has left a conflict
 * there. A text without the comments stays.
 */
const replaceBetween = (text: string, part: string, content: string) =>
  text.replace(
    RegExp(`(?<=^<!-- ${part}: .* -->\n)[^]*(?=^<!-- end of ${part} -->$)`, 'm'),
    () => `\n${content}${content && '\n\n'}`,
  );

/** Returns the text of README.md with the first screen of a service, and without the part about this repository in others. */
export const refresh = (text: string, front: string, hasAbout: boolean) => {
  const refreshed = replaceBetween(text, 'front', front);
  return hasAbout ? refreshed : replaceBetween(refreshed, 'about', '');
};

const refreshReadme = (text: string) => refresh(text, frontOf({ title, description }, operations), isKit);

/** Returns a sentence if README.md is not as `npm run fix` writes it. */
export const readmeErrors = () => {
  const text = readFileSync(file, 'utf8');
  return text === refreshReadme(text)
    ? []
    : ['README.md does not show what package.json and the resources say; run npm run fix.'];
};

/** Writes the first screen of README.md from package.json and the resources. */
export const writeReadme = defineCommand({ name: 'npm run fix', options: {} }, () => {
  const text = refreshReadme(readFileSync(file, 'utf8'));
  writeFileSync(file, text);
  if (/^<{7} /m.test(text)) throw new Error('README.md has a conflict outside of its comments; resolve it');
});
