import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../lib/root';
import { talkTo } from './talk';

const program = `
  const { randomUUID } = require('node:crypto');
  const { readdirSync } = require('node:fs');
  const { serve } = require(${JSON.stringify(join(root, 'lib', 'local', 'serve'))});
  process.on('message', () => process.send({ descriptors: readdirSync('/dev/fd').length }));
  process.on('disconnect', () => process.exit());
  serve({ assembly: process.env.ASSEMBLY, port: 0, tableSuffix: '-' + randomUUID() }).then(async ({ url, warm }) => {
    await warm();
    process.send({ url });
  });
`;

/** What the process of the service holds. */
type Held = { readonly descriptors: number };

/** The local service as a process of its own, data in memory; it ends at an unhandled rejection, as Node does. */
export const startServiceProcess = async (assembly: string) => {
  const parameters = ['--require', join(root, 'lib', 'build', 'typescript.cjs'), '--eval', program];
  const env = { ...process.env, ASSEMBLY: assembly };
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const service = talkTo(child, 'The service');
  const { url } = await service.told<{ readonly url: string }>();
  return { url, measure: () => service.ask<Held>('measure'), stop: service.stop };
};
