import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { bundle } from '../../lib/build/bundle';

const source = (name: string) => join(__dirname, `${name}.ts`);

/** Bundles the variants. Each has a name, and the file that Lambda loads for a route of the route table. */
export const buildVariants = async (folder: string) => {
  const at = (...names: string[]) => join(folder, ...names);
  await bundle(at('ours'), 'lean');
  await bundle(at('official'), 'sdk');
  const options = { bundle: true, platform: 'node', target: 'node24' } as const;
  // Bundles a plain handler as the AWS documentation does for TypeScript. Each bundle has the handlers of all routes.
  await build({ ...options, entryPoints: [source('bare')], outdir: folder, minify: true });
  await build({ ...options, entryPoints: [source('instance')], outfile: at('instance.mjs'), format: 'esm' });
  return [
    { name: 'ours', fileFor: (route: string) => at('ours', route, `${route}.mjs`) },
    { name: 'official', fileFor: (route: string) => at('official', route, `${route}.mjs`) },
    { name: 'ours unprimed', fileFor: (route: string) => at('ours', route, `${route}.cjs`) },
    { name: 'bare', fileFor: () => at('bare.js') },
  ];
};

/** The environment of a function, as Lambda and the stack set it. */
const environment = (folder: string, port: number) => ({
  HOME: folder,
  TZ: ':UTC',
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_REGION: 'eu-central-1',
  AWS_LAMBDA_FUNCTION_NAME: 'bench',
  AWS_ACCESS_KEY_ID: 'ASIAEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'token'.repeat(100),
  AWS_ENDPOINT_URL_DYNAMODB: `https://localhost:${port}`,
  NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
  TABLE_NAME: 'table',
});

/** Measures a function in a new process, which calls the DynamoDB at a port of localhost. Returns a figure for each measure. */
export const measureInstance = async (
  folder: string,
  port: number,
  parameters: readonly string[],
): Promise<number[]> => {
  const command = [join(folder, 'instance.mjs'), ...parameters];
  const env = environment(folder, port);
  const child = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
  // Reads and drops the log, because Lambda reads it. Without this, a full pipe would block the function.
  child.stdout?.resume();
  const report = child.stdio[3];
  if (!(report instanceof Readable)) throw new Error('The instance has no pipe for its report');
  const [figures] = await Promise.all([text(report), once(child, 'exit')]);
  if (!figures) throw new Error(`The instance ${parameters.join(' ')} ended without a report`);
  return JSON.parse(figures);
};
