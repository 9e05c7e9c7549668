import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from '../../../lib/root';
import { filesIn, readText } from '../../support/sources';

const files = ['bin', 'lib', 'functions', 'test'].flatMap(filesIn);
const documents = ['README.md', ...files.filter((file) => file.endsWith('.md'))].map(
  (file) => [file, readText(file)] as const,
);
const withoutCode = (text: string) => text.replace(/^```[\s\S]*?^```$/gm, '');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readText('package.json'));
const sources = files.filter((file) => /\.(ts|cjs)$/.test(file));
const tests = sources.filter((file) => file.endsWith('.test.ts'));

/** A name is a path from the root or from the folder of the document, or the bare name of a source file. */
const isThere = (file: string, name: string) =>
  [name, join(dirname(file), name)].some((path) => existsSync(join(root, path))) ||
  sources.some((path) => path.endsWith(`/${name}`));

/** Anchors of the headings of a document, as GitHub makes them of headings without punctuation. */
const anchorsIn = (text: string) =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase().replaceAll(' ', '-'));

describe.each(documents)('%s', (file, text) => {
  test('has no link to a file or a heading that does not exist', () => {
    const broken = [...withoutCode(text).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].filter(([, target = '']) => {
      const [path = '', anchor] = target.split('#');
      const linked = path ? join(dirname(file), path) : file;
      if (!existsSync(join(root, linked))) return true;
      return anchor !== undefined && !anchorsIn(readText(linked)).includes(anchor);
    });
    expect(broken.map(([link]) => link)).toEqual([]);
  });

  test('names no file that does not exist', () => {
    const named = [...withoutCode(text).matchAll(/`((?:[\w.-]+\/)*[\w.-]+(?:\.(?:ts|cjs|svg|json)|\/))`/g)];
    const missing = named.map(([, name = '']) => name).filter((name) => !name.startsWith('.') && !isThere(file, name));
    expect(missing).toEqual([]);
  });

  test('names no npm script and no test that does not exist', () => {
    const run = [...text.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name = '']) => name);
    expect(run.filter((name) => !(name in scripts))).toEqual([]);
    const played = [...text.matchAll(/npx jest ([\w./-]+)/g)].map(([, pattern = '']) => pattern);
    expect(played.filter((pattern) => !tests.some((path) => path.includes(pattern)))).toEqual([]);
  });
});

test('the READMEs of the folders can be reached from the front door', () => {
  const reached = new Set(['README.md']);
  for (const file of reached)
    for (const [, target = ''] of withoutCode(readText(file)).matchAll(/\]\((?!https?:)([^)\s#]+)[^)]*\)/g))
      if (target.endsWith('.md')) reached.add(relative(root, join(root, dirname(file), target)));
  expect(documents.map(([file]) => file).filter((file) => !reached.has(file))).toEqual([]);
});
