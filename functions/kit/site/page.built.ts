import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { title } from './openapi/document';

/*
 * Builds the interactive reference as one HTML page, from `page.html` and `page.css`. This module runs while the
 * functions are bundled. The bundle holds the values that this module exports.
 */

const renderer = dirname(require.resolve('swagger-ui-dist/package.json'));
const read = (file: string) => readFileSync(join(renderer, file), 'utf8');

/** Escapes `</script`, because HTML ends a script there even inside a string. */
const script = read('swagger-ui-bundle.js').replaceAll('</script', '<\\/script');

const css = `${read('swagger-ui.css')}${readFileSync(join(__dirname, 'page.css'), 'utf8')}`;

const readPage = (file: string) => readFileSync(join(__dirname, file), 'utf8').replace('<!-- title -->', () => title);

const page = readPage('page.html')
  .replace('<!-- styles -->', () => `<style>${css}</style>`)
  .replace('<!-- renderer -->', () => `<script>${script}</script>`);

/** Hashes the scripts or styles of the page for its policy. */
const hashesOf = (tag: string) =>
  [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
    .map(([, source = '']) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`)
    .join(' ');

/** Content security policy: the page runs only its own scripts and calls only the API that serves the page. */
export const policy = [
  "default-src 'none'",
  `script-src ${hashesOf('script')}`,
  `style-src ${hashesOf('style')}`,
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Page for a client that takes neither gzip nor br. The reference itself has 2 MB. */
export const uncompressed = readPage('page-uncompressed.html');

export const gzipped = gzipSync(page, { level: 9 }).toString('base64');
