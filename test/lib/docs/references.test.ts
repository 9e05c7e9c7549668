import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { folderOf } from '../../../functions/kit/http/route';
import { resources } from '../../../functions/resources';
import { root } from '../../../lib/root';
import { filesIn, readText } from '../../support/sources';

const files = ['bin', 'lib', 'functions', 'test'].flatMap(filesIn);
const documents = ['README.md', 'AGENTS.md', 'SECURITY.md', ...files.filter((file) => file.endsWith('.md'))].map(
  (file) => [file, readText(file)] as const,
);
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));
const sources = files.filter((file) => /\.(ts|cjs)$/.test(file));
const tests = sources.filter((file) => file.endsWith('.test.ts'));

/** Folders that the commands of the pages write. The pages may name files in them. */
const made = documents.flatMap(([, text]) =>
  [...text.matchAll(/^npm run (?:resource -- (?=[a-z-]+ '?\w+:)|route -- [A-Z]+ \/)([a-z-]+)/gm)].map(
    ([, plural = '']) => `functions/${plural}/`,
  ),
);

/** A service without a resource has none of the files of a resource, such as `model.ts`, which documents name. */
const isOfResource = (name: string) => resources.length === 0 && !name.includes('/');

/** A name is a path from the root or from the folder of the document, or the bare name of a source file. */
const isThere = (file: string, name: string) =>
  [name, join(dirname(file), name)].some((path) => existsSync(join(root, path))) ||
  sources.some((path) => path.endsWith(`/${name}`));

/** Anchors of the headings of a document, as GitHub makes them of headings without punctuation. */
const anchorsIn = (text: string) =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));

test.each(documents)('%s names no link, file, npm script or test that does not exist', (file, text) => {
  const found = (pattern: RegExp, within = text) => [...within.matchAll(pattern)].map(([, name = '']) => name);
  const links = found(/\]\((?!https?:)([^)\s]+)\)/g, withoutCode(text)).filter((target) => {
    const [path = '', anchor] = target.split('#');
    const linked = path ? join(dirname(file), path) : file;
    if (!existsSync(join(root, linked))) return true;
    return anchor !== undefined && !anchorsIn(readText(linked)).includes(anchor);
  });
  // A page tells a person to write some files.
  const named = found(/(?<!Write )`((?:[\w.-]+\/)*[\w.-]+(?:\.(?:ts|cjs|svg|json)|\/))`/g, withoutCode(text));
  expect({
    links,
    files: named
      .filter((name) => !name.startsWith('.') && !made.some((folder) => name.startsWith(folder)))
      .filter((name) => !isThere(file, name) && !isOfResource(name)),
    scripts: found(/npm run (?:-s )?([\w-]+)/g).filter((name) => !(name in scripts)),
    tests: found(/npx jest ([\w./-]+)/g).filter((pattern) => !tests.some((path) => path.includes(pattern))),
    // Without the option and outside npm's cache, npx runs the Node of the machine, because .npmrc turns install scripts off.
    nodes: found(/npx (.*node@.*)/g).filter(
      (line) => !/^--yes --ignore-scripts=false -p node@\d+ -c 'node -v && /.test(line),
    ),
  }).toEqual({ links: [], files: [], scripts: [], tests: [], nodes: [] });
});

test.each(documents)(
  '%s links to the folder of a resource only from a row or an entry, which --remove can take',
  (file, text) => {
    const folders = resources.map(({ path }) => `functions/${folderOf(path)}/`);
    const isOf = (folder: string, target: string) => join(dirname(file), target).startsWith(folder);
    const lines = text.split('\n');
    const others = folders.filter((folder) => !file.startsWith(folder));
    const bound = lines.filter((line, i) => {
      const targets = [...line.matchAll(/\]\(([^)#]+)/g)].map(([, target = '']) => target);
      const isRow = /^(\||- )/.test(line) && !lines[i + 1]?.startsWith('  ');
      return !isRow && others.some((folder) => targets.some((target) => isOf(folder, target)));
    });
    expect(bound).toEqual([]);
  },
);

test('.vscode/launch.json offers every command of bin/ but the service and the stack', () => {
  const [{ options }] = JSON.parse(readText('.vscode/launch.json')).inputs;
  const commands = files.flatMap((file) => /^bin\/(\w+)\.ts$/.exec(file)?.[1] ?? []);
  expect(options).toEqual(commands.filter((name) => !['app', 'local'].includes(name)));
});

test('the READMEs of the folders can be reached by links from README.md', () => {
  const reached = new Set(['README.md']);
  for (const file of reached)
    for (const [, target = ''] of withoutCode(readText(file)).matchAll(/\]\((?!https?:)([^)\s#]+)[^)]*\)/g))
      if (target.endsWith('.md')) reached.add(relative(root, join(root, dirname(file), target)));
  expect(documents.map(([file]) => file).filter((file) => !reached.has(file))).toEqual([]);
});
