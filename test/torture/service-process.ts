import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../../lib/root';
import { openChannel } from './child-channel';

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

type OpenFiles = { readonly descriptors: number };

/**
 * Starts the local service as a process of its own, with its data in memory. An unhandled rejection ends the process,
 * because that is the default of Node.
 */
export const startServiceProcess = async (assembly: string) => {
  const parameters = ['--require', join(root, 'lib', 'build', 'typescript.cjs'), '--eval', program];
  const env = { ...process.env, ASSEMBLY: assembly };
  const child = spawn(process.execPath, parameters, { env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  const channel = openChannel(child, 'The service');
  const { url } = await channel.receive<{ readonly url: string }>();
  return { url, measure: () => channel.exchange<OpenFiles>('measure'), stop: channel.stop };
};
