import { randomUUID } from 'node:crypto';
import { serve } from '../../../lib/local/serve';
import { ENOUGH, type Finding, type Run } from '../check';
import { randomOf } from '../random';
import { chunkJobs, type Job, refusalJobs, sampleJobs } from './text-jobs';

const CLIENTS = 4;

type Size = {
  /** One of so many chunks of all code points. */
  readonly everyChunk: number;
  /** Resources with texts of all kinds. */
  readonly samples: number;
  /** How many of the 2,048 lone surrogates are tried. */
  readonly surrogates: number;
};

type Said = { readonly promise: string; readonly noun: string };

/** Does the jobs, a few at a time, until enough have failed. */
const work = async (jobs: readonly Job[], { progress }: Run, { promise, noun }: Said): Promise<Finding> => {
  const failures: string[] = [];
  let next = 0;
  let shownMs = Date.now();
  const fail = (text: string) => failures.length < ENOUGH && failures.push(text);
  const client = async () => {
    for (let job = jobs[next++]; job && failures.length < ENOUGH; job = jobs[next++]) {
      await job(fail);
      if (Date.now() < shownMs + 1000) continue;
      shownMs = Date.now();
      progress(`${promise}: ${next} of ${jobs.length}`);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return { promise, measured: `${Math.min(next, jobs.length)} ${noun}`, failures };
};

/** Texts of all kinds, over HTTP: what is accepted comes back as it was, what is refused is named. */
export const checkText = async (run: Run, { everyChunk, samples, surrogates }: Size): Promise<Finding[]> => {
  const random = randomOf(run.seed);
  const service = await serve({ assembly: run.assembly, port: 0, tableSuffix: `-${randomUUID()}` });
  try {
    return [
      await work(
        chunkJobs(service.url).filter((_, index) => index % everyChunk === 0),
        run,
        {
          promise: 'every accepted code point comes back as it was sent',
          noun: 'chunks, in POST, PUT and PATCH',
        },
      ),
      await work(sampleJobs(service.url, random, samples), run, {
        promise: 'texts in all members come back as they were sent',
        noun: 'resources, created, replaced and patched',
      }),
      await work(refusalJobs(service.url, random, surrogates), run, {
        promise: 'every refused code point is refused by name',
        noun: 'requests',
      }),
    ];
  } finally {
    await service.close();
  }
};
