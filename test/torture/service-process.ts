import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const SETTLED_MS = 1000;

const program = `
  const { readdirSync } = require('node:fs');
  const threads = require('node:worker_threads');
  const { Worker } = threads;
  // Collecting garbage is each thread's own affair.
  const listen = "{ const told = new BroadcastChannel('collect'); told.onmessage = () => gc(); told.unref(); }";
  threads.Worker = class extends Worker {
    constructor(code, options) {
      super(options.eval ? listen + code : code, options);
    }
  };
  const channel = new BroadcastChannel('collect');
  const { serve } = require(${JSON.stringify(join(__dirname, '..', '..', 'lib', 'local', 'serve'))});
  const tell = () =>
    process.send({ residentBytes: process.memoryUsage.rss(), descriptors: readdirSync('/dev/fd').length });
  process.on('message', (message) => {
    if (message === 'measure') return tell();
    gc();
    channel.postMessage('');
    setTimeout(tell, ${SETTLED_MS});
  });
  process.on('disconnect', () => process.exit());
  serve({ assembly: process.env.ASSEMBLY, port: 0 }).then(async ({ url, warm }) => {
    await warm();
    process.send({ url });
  });
`;

/** What the process of the service holds. */
export type Held = { readonly residentBytes: number; readonly descriptors: number };

/** The local service as a process of its own, data in memory; it ends at an unhandled rejection, as Node does. */
export const startServiceProcess = async (assembly: string) => {
  const parameters = [
    '--expose-gc',
    '--require',
    join(__dirname, '..', '..', 'lib', 'typescript.cjs'),
    '--eval',
    program,
  ];
  const env = { ...process.env, ASSEMBLY: assembly };
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaints = '';
  child.stderr?.on('data', (chunk) => {
    complaints = `${complaints}${chunk}`.slice(-2000);
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const told = () =>
    new Promise<Held & { readonly url: string }>((resolve, reject) => {
      const onClose = () => reject(new Error(`The service has ended: ${complaints}`));
      if (hasEnded()) onClose();
      child.once('close', onClose);
      child.once('message', (message: Held & { readonly url: string }) => {
        child.off('close', onClose);
        resolve(message);
      });
    });
  const { url } = await told();
  const ask = (what: 'measure' | 'collect'): Promise<Held> => {
    if (!hasEnded()) child.send(what);
    return told();
  };
  return {
    url,
    measure: () => ask('measure'),
    /** The same, when V8 has collected all garbage; it leaves some until there are megabytes of it in each thread. */
    collect: () => ask('collect'),
    stop: async () => {
      if (hasEnded()) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
};
