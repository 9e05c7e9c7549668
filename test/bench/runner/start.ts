import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../lib/root';
import { median, type Part, table } from '../part';

/** What a start keeps for the next one. */
const kept = ['assemblies', 'typescript'].map((name) => join(root, 'node_modules', '.cache', name));

/** Milliseconds until npm's program says what is asked for; then it is stopped. */
const msUntil = async (said: RegExp, ...parameters: string[]) => {
  const startedMs = performance.now();
  const child = spawn('npm', parameters, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000 });
  const closed = once(child, 'close');
  const takenMs = new Promise<number>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (said.test(text)) resolve(performance.now() - startedMs);
    });
    closed.then(() => reject(new Error(`npm ${parameters.join(' ')} said nothing like ${said}: ${text}`)));
  });
  await takenMs;
  child.kill();
  await closed;
  return takenMs;
};

const start = () => msUntil(/^http:/m, 'start', '--', '--port', '0', '--memory');

const starts: Readonly<Record<string, () => Promise<number>>> = {
  'the first, or after `npm ci`': () => {
    for (const folder of kept) rmSync(folder, { recursive: true, force: true });
    return start();
  },
  'nothing changed': start,
  'npm alone (`npm run env`)': () => msUntil(/^PATH=/m, 'run', 'env'),
};

/** How long `npm start` takes until it serves, beside what npm takes for nothing. */
export const measureStart: Part = async ({ rounds, progress }) => {
  const taken = Object.keys(starts).map((): number[] => []);
  for (let round = 1; round <= rounds; round++) {
    for (const [i, [what, run]] of Object.entries(starts).entries()) {
      progress(`start: round ${round} of ${rounds}, ${what}`);
      taken[i]?.push(await run());
    }
  }
  const ofNpm = median(taken.at(-1) ?? []);
  const rows = Object.keys(starts).map((what, i) => {
    const all = taken[i] ?? [];
    return [
      what,
      ...[Math.min(...all), median(all)].map((ms) => String(Math.round(ms))),
      (median(all) / ofNpm).toFixed(1),
    ];
  });
  return table([`\`npm start\`, Node ${process.version}`, 'ms at best', 'median', 'x npm alone'], rows);
};
