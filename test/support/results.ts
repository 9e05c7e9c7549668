import { readFileSync, writeFileSync } from 'node:fs';

/** Returns the middle of numbers, the larger of two middle ones, and NaN without numbers. */
export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Formats a Markdown table. */
export const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** Replaces the part of a Markdown file between the comments `<!-- findings: … -->` and `<!-- end of findings -->`. */
export const replacePart = (file: string, name: string, textOf: (old: string) => string) => {
  const parts = readFileSync(file, 'utf8').split(
    RegExp(`(?<=^<!-- ${name}: .* -->\n)|(?=^<!-- end of ${name} -->\n)`, 'm'),
  );
  if (parts.length !== 3) throw new Error(`${file} has no part "${name}" between two comments`);
  writeFileSync(file, `${parts[0]}\n${textOf(parts[1] ?? '')}\n\n${parts[2]}`);
};
