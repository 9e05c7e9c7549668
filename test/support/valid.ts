import type { IncomingHttpHeaders } from 'node:http';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { describeService } from '../../functions/kit/site/openapi/document';
import { pathAt } from '../../functions/kit/site/paths';
import type { HttpResult } from './http';

type Response = {
  readonly headers?: object;
  readonly content?: Record<string, { readonly examples?: object }>;
};
type Operation = { readonly responses: Record<string, Response> };

const document = describeService();
const paths: Record<string, Record<string, object>> = document.paths;

// Clients must ignore members that the document does not list, but the service sends none.
const closed = Object.entries(document.components.schemas).map(([name, schema]) => [
  name,
  { ...schema, additionalProperties: false },
]);
const components = { ...document.components, schemas: Object.fromEntries(closed) };
const ajv = new Ajv({ strict: false, validateSchema: false });
// Counts decimals, because ajv divides doubles, and 19.99 / 0.01 is 1998.9999999999998.
ajv.removeKeyword('multipleOf').addKeyword({
  keyword: 'multipleOf',
  type: 'number',
  validate: (unit: number, value: number) => Number(value.toFixed(-Math.round(Math.log10(unit)))) === value,
});
addFormats(ajv).addSchema({ ...document, components }, 'api');

/** Returns the errors of a value by the schema at a place in the document. Ajv compiles each schema once. */
const errorsAt = (place: readonly string[], value: unknown) => {
  const pointer = place.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  if (ajv.validate(`api#/${encodeURI(pointer)}`, value)) return [];
  return [`${ajv.errorsText()} in ${JSON.stringify(value)?.slice(0, 300)}`];
};

/** Headers that the connection adds, and those that the introduction documents once. */
const COMMON_HEADERS =
  /^(cache-control|vary|x-content-type-options|apigw-requestid|access-control-.*|date|connection|keep-alive|content-(type|length)|transfer-encoding)$/;

const headerErrors = (declared: object, headers: IncomingHttpHeaders) => {
  const names = new Map(Object.keys(declared).map((name) => [name.toLowerCase(), name]));
  return Object.entries(headers)
    .filter(([name]) => !COMMON_HEADERS.test(name))
    .flatMap(([name, value]) => {
      const documented = names.get(name);
      if (!documented) return [`no header ${name} is documented`];
      const isNumber = /^(X-Total-Count|Retry-After)$/.test(documented);
      const place = ['components', 'headers', documented, 'schema'];
      return errorsAt(place, isNumber ? Number(value) : value).map((error) => `${name}: ${error}`);
    });
};

/** Returns the error of a problem whose code the document does not have. */
const codeErrors = ({ content }: Response, code: unknown) => {
  const codes = Object.keys(content?.['application/problem+json']?.examples ?? {});
  if (typeof code !== 'string' || codes.includes(code)) return [];
  return [`the code ${code} is not documented; add it to \`problems\` in docs.ts`];
};

/** Returns what the document does not allow in a response to the request `line`, such as `GET /orders?limit=1`. */
export const undocumented = (line: string, { status, headers, text, body }: HttpResult): string[] => {
  const [method = '', target = ''] = line.split(' ');
  const [address = ''] = target.split('?', 1);
  // A slash at the end is a redirect, which the introduction documents once.
  const path = (!/.\/$/.test(address) && pathAt(Object.keys(paths), address)) || '';
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = paths[path]?.[verb] as Operation | undefined;
  if (!operation) {
    // The document lists no unknown paths and methods. Their responses are problems, too.
    return status >= 400 && text ? errorsAt(['components', 'schemas', 'Problem'], body) : [];
  }
  const response = operation.responses[status];
  if (!response) return [`${status} is not documented: ${text}`];
  // A raw route answers with any headers and content.
  if (response.content?.['*/*']) return [];
  const type = headers['content-type']?.split(';', 1)[0] ?? '';
  const isGatewayOwn = status >= 400 && type === 'application/json';
  const ofHeaders = isGatewayOwn ? [] : headerErrors(response.headers ?? {}, headers);
  const mayBeBare = method === 'HEAD' || headers['preference-applied'] === 'return=minimal' || !response.content;
  if (!text) return mayBeBare ? ofHeaders : [...ofHeaders, 'there is no body'];
  if (!response.content?.[type]) return [...ofHeaders, `a body of ${type} is not documented`];
  const place = ['paths', path, verb, 'responses', String(status), 'content', type, 'schema'];
  return [
    ...ofHeaders,
    ...codeErrors(response, type.endsWith('problem+json') && Object(body).code),
    ...errorsAt(place, type.endsWith('json') ? body : text),
  ];
};
