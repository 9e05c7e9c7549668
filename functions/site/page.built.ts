import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/*
 * Builds the interactive reference as one HTML page, from `page.html` and `page.css`. This module runs while the
 * functions are bundled. The bundle holds the values that this module exports.
 */

const renderer = dirname(require.resolve('swagger-ui-dist/package.json'));
const read = (file: string) => readFileSync(join(renderer, file), 'utf8');

/** Escapes `</script`, because HTML ends a script there even inside a string. */
const script = read('swagger-ui-bundle.js').replaceAll('</script', '<\\/script');

const css = `${read('swagger-ui.css')}${readFileSync(join(__dirname, 'page.css'), 'utf8')}`;

const startScript = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  syntaxHighlight: { theme: 'tomorrow-night' },
  plugins: [() => ({ statePlugins: { spec: { wrapSelectors: {
    // Does not show this page inside this page, because its 2 MB would freeze it.
    allowTryItOutFor: () => (state, path) => path !== '/docs',
    // Shows the errors of the service first, and then those of the gateway.
    currentProducesFor: () => () => 'application/problem+json',
  } } } })],
});
`;

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Content security policy: the page runs only its own scripts and calls only the API that serves the page. */
export const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} ${hash(startScript)}`,
  `style-src ${hash(css)}`,
  'img-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = readFileSync(join(__dirname, 'page.html'), 'utf8')
  .replace('<!-- styles -->', () => `<style>${css}</style>`)
  .replace('<!-- scripts -->', () => `<script>${script}</script><script>${startScript}</script>`);

/** Page for a client that takes neither gzip nor br. The reference itself has 2 MB. */
export const uncompressed = readFileSync(join(__dirname, 'page-uncompressed.html'), 'utf8');

export const gzipped = gzipSync(page, { level: 9 }).toString('base64');
