import { serve } from '../../../lib/local/serve';

/*
 * The local service in a process of its own. It reports its CPU time on each message of the parent process.
 */
process.on('message', () => process.send?.(process.cpuUsage()));
process.on('disconnect', () => process.exit());

serve({ assembly: process.argv[2] ?? '', port: 0 }).then(async ({ url, warm }) => {
  await warm();
  process.send?.({ url });
});
