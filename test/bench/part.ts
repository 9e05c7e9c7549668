/** A part of the bench. It measures, and returns its results as Markdown. */
export type BenchPart = (options: {
  readonly rounds: number;
  readonly progress: (text: string) => void;
}) => Promise<string>;
