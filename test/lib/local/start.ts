import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../../lib/root';

const children: ChildProcess[] = [];
// The torture has no `afterAll`.
globalThis.afterAll?.(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** Runs `npm start` of the project, or of a copy, with its `.data` in a folder of the test. */
export const start = (folder: string, parameters: readonly string[], project = root) => {
  const program = ['--require', join(project, 'lib/build/typescript.cjs'), join(project, 'bin/local.ts')];
  const child = spawn(process.execPath, [...program, ...parameters], {
    cwd: folder,
    env: { PATH: process.env.PATH },
  });
  children.push(child);
  const said = { out: '', error: '' };
  child.stdout.on('data', (chunk) => Object.assign(said, { out: said.out + chunk }));
  child.stderr.on('data', (chunk) => Object.assign(said, { error: said.error + chunk }));
  return { child, said };
};

/** Runs `npm start` until its end. */
export const finished = async (folder: string, ...parameters: string[]) => {
  const { child, said } = start(folder, parameters);
  const [code] = await once(child, 'close');
  return { code, ...said };
};

/** Waits until the program has printed a text. Throws when the program has ended or has not reloaded. */
export const printed = async ({ child, said }: ReturnType<typeof start>, text: RegExp) => {
  while (!text.test(said.out)) {
    if (child.exitCode !== null || said.error.includes('not reloaded'))
      throw new Error(`npm start has not printed ${text}, but: ${said.error}`);
    await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), once(child, 'close')]);
  }
};

/** Runs `npm start` on a free port, and waits until it has printed its address. */
export const ready = async (folder: string, parameters: readonly string[] = [], project = root) => {
  const started = start(folder, ['--port', '0', ...parameters], project);
  await printed(started, /^http.*\n/m);
  const [url = ''] = /^http.*$/m.exec(started.said.out) ?? [];
  return { ...started, url };
};
