import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** Files that declare models and rows, and do nothing else. */
const declaring = /[/\\]functions[/\\](routes|(http[/\\](id|page)|\w+[/\\]model))\.ts$/;
const handler = /[/\\]functions[/\\](users|posts)[/\\]\w+\.ts$/;

/** To make a model changes nothing; esbuild leaves out one that nobody uses when every call of it says so. */
const marked = (source: string) =>
  source.replace(/\b(filled|optional|nullable|withDefault|pageQuery)\(/g, '/* @__PURE__ */ $&');

/** Of a row, what it answers is for the document and for the compiler; no request asks for it. */
const shortened = (source: string) => source.replace(/^ {2}returns: .*\n/gm, '');

/** Keeps of what is declared only what a bundle uses. */
export const declared: Plugin = {
  name: 'declared',
  setup: ({ onLoad, onResolve, resolve }) => {
    onResolve({ filter: /\/routes$/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === 'seen' || !(from.namespace === 'row' || handler.test(from.importer))) return undefined;
      return { ...(await resolve(path, { ...from, pluginData: 'seen' })), suffix: '?request' };
    });
    onLoad({ filter: declaring }, ({ path, suffix }) => {
      const source = marked(readFileSync(path, 'utf8'));
      return { contents: suffix ? shortened(source) : source, loader: 'ts' };
    });
  },
};
