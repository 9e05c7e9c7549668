/** One part of the bench: what it prints is Markdown. */
export type Part = (options: { readonly rounds: number; readonly progress: (text: string) => void }) => Promise<string>;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
