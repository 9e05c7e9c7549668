import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { median } from '../part';
import type { Taken } from './instance';
import type { Variant } from './variants';

type Options = {
  readonly variants: readonly Variant[];
  readonly event: object;
  readonly rounds: number;
  readonly folder: string;
  readonly run: (file: string, event: string) => Promise<Taken>;
  readonly progress: (text: string) => void;
};

const measures = {
  init: ({ initMs }: Taken) => initMs,
  'first call': ({ firstMs }: Taken) => firstMs,
  'init + first': ({ initMs, firstMs }: Taken) => initMs + firstMs,
  'per request': ({ requestMs }: Taken) => requestMs,
  'peak memory': ({ peakBytes }: Taken) => peakBytes / 2 ** 20,
};
export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

/** The middle of what was measured, and of its ratios to what bare took in the same round. */
type Middle = { readonly value: number; readonly ratio: number };
export type Compared = {
  readonly name: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  readonly of: Record<Measure, Middle>;
  /** What ours takes of it until the first answer, as a ratio; no number without ours. */
  readonly ours: number;
};

/**
 * What every variant takes, in rounds: one instance of each, one after the other, so that whatever else the machine
 * does meanwhile is done to all. The next round begins with the next variant.
 */
export const compare = async ({ variants, event, rounds, folder, run, progress }: Options): Promise<Compared[]> => {
  const eventFile = join(folder, 'event.json');
  writeFileSync(eventFile, JSON.stringify(event));
  const taken: Record<string, Taken>[] = [];
  for (let round = 0; round < rounds; round++) {
    const ofRound: Record<string, Taken> = {};
    for (const [at] of variants.entries()) {
      const variant = variants[(at + round) % variants.length];
      if (!variant) continue;
      progress(`round ${round + 1} of ${rounds}, ${variant.name}`);
      ofRound[variant.name] = await run(variant.file, eventFile);
    }
    taken.push(ofRound);
  }
  const each = (name: string, measure: Measure) =>
    taken.map((ofRound) => {
      const of = ofRound[name];
      return of ? measures[measure](of) : Number.NaN;
    });
  const ratioOf = (name: string, base: string, measure: Measure) => {
    const bases = each(base, measure);
    return median(each(name, measure).map((value, round) => value / (bases[round] ?? Number.NaN)));
  };
  return variants.map(({ name, files }) => {
    const contents = files.map((file) => readFileSync(file));
    const bytesOf = (pack: (content: Buffer) => Buffer) => contents.reduce((sum, one) => sum + pack(one).length, 0);
    const of = Object.fromEntries(
      measureNames.map((measure) => [
        measure,
        { value: median(each(name, measure)), ratio: ratioOf(name, 'bare', measure) },
      ]),
    ) as Record<Measure, Middle>;
    const ours = ratioOf('ours', name, 'init + first');
    return { name, bytes: bytesOf((content) => content), gzipBytes: bytesOf((content) => gzipSync(content)), of, ours };
  });
};
