import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/*
 * Builds the interactive reference as one HTML page. This module runs while the functions are bundled. The bundle holds
 * the values that this module exports.
 */

const renderer = dirname(require.resolve('swagger-ui-dist/package.json'));
const read = (file: string) => readFileSync(join(renderer, file), 'utf8');

/** Escapes `</script`, because HTML ends a script there even inside a string. */
const script = read('swagger-ui-bundle.js').replaceAll('</script', '<\\/script');

const css = `${read('swagger-ui.css')}
body { margin: 0; }
.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag, .swagger-ui button, .swagger-ui .opblock .opblock-summary-description, .swagger-ui table thead tr th, .swagger-ui label, .swagger-ui .info li, .swagger-ui .info p { font-family: system-ui, sans-serif; }
.swagger-ui .wrapper { max-width: 1080px; padding: 0 16px; }
.swagger-ui textarea.body-param__text { min-height: 160px; height: 160px; }
.swagger-ui .opblock-body .renderedMarkdown p, .swagger-ui .parameter__name { font-size: 14px; }
html.dark-mode .swagger-ui .examples-select__section-label { color: inherit; }
html.dark-mode .swagger-ui .opblock-tag svg { fill: currentcolor; }
.swagger-ui :focus-visible { outline: 2px solid #4990e2; outline-offset: 2px; }
@media (max-width: 640px) {
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap; }
  .swagger-ui .opblock .opblock-summary-path { max-width: 100%; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { max-width: 100%; }
}
`;

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
});
`;

const hash = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Content security policy: the page runs only its own scripts and calls only the API that serves the page. */
export const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} ${hash(startScript)}`,
  `style-src ${hash(css)}`,
  "img-src data:; connect-src 'self'",
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Users and posts</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
<main id="reference"></main>
<noscript>This page needs JavaScript. The same description is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script>${script}</script>
<script>${startScript}</script>
</body>
</html>
`;

export const gzipped = gzipSync(page, { level: 9 }).toString('base64');
