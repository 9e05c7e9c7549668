import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { defineCommand } from '../command';
import { root } from '../root';

const readMap = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

/** Moves the source maps of a build into a folder. The sources in the maps become paths inside the project. */
export const moveMaps = (outputs: readonly string[], folder: string) => {
  mkdirSync(folder, { recursive: true });
  for (const file of outputs.filter((output) => output.endsWith('.map')).map((output) => resolve(root, output))) {
    const map = readMap(file);
    const sources = map.sources.map((source: string) => relative(root, resolve(dirname(file), source)));
    writeFileSync(join(folder, basename(file)), JSON.stringify({ ...map, sources, sourcesContent: undefined }));
    rmSync(file);
  }
};

/** Matches a position in a bundle, with the folder of the bundle: `/var/task/getNote.cjs:6:9588`. */
const position = /(?:[\w.-]*\/)*(\w+\.cjs):(\d+):(\d+)/g;

/** Replaces each position in a bundle by the position in the source. Shows the line breaks of a log line. */
const traceText = (text: string, folder: string) =>
  text.replaceAll('\\n', '\n').replace(position, (found, bundle, line, column) => {
    const file = join(folder, `${bundle}.map`);
    if (!existsSync(file)) return found;
    // Source maps count from 0, traces from 1.
    const entry = new SourceMap(readMap(file)).findEntry(Number(line) - 1, Number(column) - 1);
    return 'originalSource' in entry ? `${entry.originalSource}:${entry.originalLine + 1}` : found;
  });

const usage = {
  name: 'npm run trace',
  file: '[getNote.cjs:6:9588]',
  options: {
    maps: { type: 'string', value: 'folder', does: 'source maps of the deployed commit instead of cdk.out/maps' },
  },
} as const;

/** Names the source lines of a position in a bundle, or of the log lines on standard input. Returns 1 if there are none. */
export const runTrace = defineCommand(usage, async ({ maps = join(root, 'cdk.out', 'maps') }, position) => {
  if (!existsSync(maps))
    throw new Error(`There are no source maps in ${maps}; make them by npm run synth at the deployed commit`);
  const given = position ?? (await text(process.stdin));
  const traced = traceText(given, maps);
  process.stdout.write(`${traced.trimEnd()}\n`);
  return traced === given ? 1 : 0;
});
