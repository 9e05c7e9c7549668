import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { median } from '../../../lib/cost/median';
import type { InstanceFigures } from './instance';
import type { Variant } from './variants';

type CompareOptions = {
  readonly variants: readonly Variant[];
  readonly event: object;
  readonly rounds: number;
  readonly folder: string;
  readonly run: (file: string, event: string) => Promise<InstanceFigures>;
  readonly progress: (text: string) => void;
};

const measures = {
  init: ({ initMs }: InstanceFigures) => initMs,
  'first call': ({ firstMs }: InstanceFigures) => firstMs,
  'init + first': ({ initMs, firstMs }: InstanceFigures) => initMs + firstMs,
  'per request': ({ requestMs }: InstanceFigures) => requestMs,
  'peak memory': ({ peakBytes }: InstanceFigures) => peakBytes / 2 ** 20,
};
export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

/** The median of all rounds, and the median of the ratios to bare in the same round. */
type MedianFigure = { readonly value: number; readonly ratio: number };
export type Compared = {
  readonly name: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  readonly figures: Record<Measure, MedianFigure>;
  /** The init and first call of ours as a ratio to this variant. NaN when ours is not measured. */
  readonly oursRatio: number;
};

/**
 * Measures all variants in rounds. A round runs one instance of each variant in turn, so that other work on the machine
 * slows all variants equally. Each round begins with another variant.
 */
export const compare = async ({
  variants,
  event,
  rounds,
  folder,
  run,
  progress,
}: CompareOptions): Promise<Compared[]> => {
  const eventFile = join(folder, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event));
  const roundFigures: Record<string, InstanceFigures>[] = [];
  for (let round = 0; round < rounds; round++) {
    const figures: Record<string, InstanceFigures> = {};
    for (const [at] of variants.entries()) {
      const variant = variants[(at + round) % variants.length];
      if (!variant) continue;
      progress(`round ${round + 1} of ${rounds}, ${variant.name}`);
      figures[variant.name] = await run(variant.file, eventFile);
    }
    roundFigures.push(figures);
  }
  const valuesOf = (name: string, measure: Measure) =>
    roundFigures.map((figures) => {
      const measured = figures[name];
      return measured ? measures[measure](measured) : Number.NaN;
    });
  const ratioOf = (name: string, base: string, measure: Measure) => {
    const bases = valuesOf(base, measure);
    return median(valuesOf(name, measure).map((value, round) => value / (bases[round] ?? Number.NaN)));
  };
  return variants.map(({ name, files }) => {
    const contents = files.map((file) => readFileSync(file));
    const bytesOf = (pack: (content: Buffer) => Buffer) =>
      contents.reduce((sum, content) => sum + pack(content).length, 0);
    const figures = Object.fromEntries(
      measureNames.map((measure) => [
        measure,
        { value: median(valuesOf(name, measure)), ratio: ratioOf(name, 'bare', measure) },
      ]),
    ) as Record<Measure, MedianFigure>;
    const [bytes, gzipBytes] = [bytesOf((content) => content), bytesOf((content) => gzipSync(content))];
    return { name, bytes, gzipBytes, figures, oursRatio: ratioOf('ours', name, 'init + first') };
  });
};
