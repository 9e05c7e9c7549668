import { randomUUID } from 'node:crypto';
import { serve } from '../../../lib/local/serve';
import { type CheckRun, type Finding, MAX_FAILURES } from '../check';
import { randomOf } from '../random';
import { chunkJobs, refusalJobs, sampleJobs, type TextJob } from './text-jobs';

const CLIENTS = 4;

type TextSize = {
  /** Tests every nth chunk of all code points. */
  readonly everyChunk: number;
  /** The number of resources with random texts. */
  readonly samples: number;
  /** The number of lone surrogates to test, of 2,048. */
  readonly surrogates: number;
};

type TextPromise = { readonly promise: string; readonly unit: string };

/** Runs jobs with several clients at once, until enough jobs have failed. */
const runJobs = async (
  jobs: readonly TextJob[],
  { progress }: CheckRun,
  { promise, unit }: TextPromise,
): Promise<Finding> => {
  const failures: string[] = [];
  let next = 0;
  let shownMs = Date.now();
  const fail = (text: string) => failures.length < MAX_FAILURES && failures.push(text);
  const client = async () => {
    for (let job = jobs[next++]; job && failures.length < MAX_FAILURES; job = jobs[next++]) {
      await job(fail);
      if (Date.now() < shownMs + 1000) continue;
      shownMs = Date.now();
      progress(`${promise}: ${next} of ${jobs.length}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { promise, measured: `${Math.min(next, jobs.length)} ${unit}`, failures };
};

/** Sends texts of all kinds over HTTP. An accepted text must come back unchanged. A refusal must name the field. */
export const checkText = async (run: CheckRun, size: TextSize): Promise<Finding[]> => {
  const { everyChunk, samples, surrogates } = size;
  const random = randomOf(run.seed);
  const service = await serve({ assembly: run.assembly, port: 0, tableSuffix: `-${randomUUID()}` });
  try {
    const chunks = chunkJobs(service.url).filter((_, index) => index % everyChunk === 0);
    return [
      await runJobs(chunks, run, {
        promise: 'every accepted code point comes back unchanged',
        unit: 'chunks of code points, in POST, PUT and PATCH',
      }),
      await runJobs(sampleJobs(service.url, random, samples), run, {
        promise: 'random texts in all fields come back unchanged',
        unit: 'resources, created, replaced and patched',
      }),
      await runJobs(refusalJobs(service.url, random, surrogates), run, {
        promise: 'a text with a refused code point is refused, and the response names the field',
        unit: 'requests',
      }),
    ];
  } finally {
    await service.close();
  }
};
