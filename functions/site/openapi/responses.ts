import { STATUS_CODES } from 'node:http';
import { isList, methodOf, type Row } from '../../http/row';
import { paths } from '../paths.built';
import { type HeaderName, headerRefs, successHeaders } from './headers';
import { examplesIn, type Operation, ref, schemaNameOf } from './operations';
import { problemExample } from './problem-example';
import { codesOf, problemOf } from './problems';
import { schemaOf } from './schemas';

const GATEWAY_HEADERS: readonly HeaderName[] = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Apigw-Requestid',
];

const COMMON_HEADERS: readonly HeaderName[] = ['Cache-Control', 'X-Content-Type-Options', ...GATEWAY_HEADERS];

type ResponseObject = { description: string; headers?: object; content?: Record<string, object> };

/** Response bodies of the routes without a resource. */
const SITE_CONTENT: Readonly<Record<string, ResponseObject['content']>> = {
  listRoutes: {
    'application/json': {
      schema: ref('Index'),
      examples: { routes: { summary: 'The routes', value: { routes: paths } } },
    },
  },
  getDescription: {
    'application/json': {
      schema: { type: 'object', description: 'An OpenAPI document.', additionalProperties: true },
      examples: {
        description: { summary: 'The beginning', value: { openapi: '3.1.1', info: { title: 'Users and posts' } } },
      },
    },
  },
  getReference: {
    'text/html': {
      schema: { type: 'string', maxLength: 6_000_000, pattern: '^<!doctype html>' },
      examples: { page: { summary: 'The beginning', value: '<!doctype html>' } },
    },
  },
};

const contentOf = (operation: Operation): ResponseObject['content'] => {
  const { verb, row } = operation;
  const resource = verb || !row.returns ? ref(schemaNameOf(operation)) : schemaOf(row.returns);
  const schema = isList(row) ? { type: 'array', maxItems: 100, items: resource } : resource;
  const examples = examplesIn(operation).flatMap(([key, example]) =>
    'response' in example ? [[key, { summary: example.summary, value: example.response }]] : [],
  );
  return SITE_CONTENT[operation.name] ?? { 'application/json': { schema, examples: Object.fromEntries(examples) } };
};

const DESCRIPTIONS: Record<number, string> = {
  200: 'The request succeeded.',
  201: 'The resource was created. With `Prefer: return=minimal` the response has no body.',
  204: 'The request succeeded. The response has no body.',
  302: 'A redirect of a browser to the reference.',
  304: 'The representation has not changed since the client read it.',
};

const statusesOf = ({ name, row }: Operation) => {
  if (name === 'listRoutes') return [200, 302, 304];
  return (
    { GET: [200, 304], POST: [201], PUT: [200, 201, 204], PATCH: [200, 204], DELETE: [200, 204] }[methodOf(row)] ?? []
  );
};

/** Returns the responses of a route to requests that succeed. */
export const successResponses = (operation: Operation): [number, ResponseObject][] =>
  statusesOf(operation).map((status) => [
    status,
    {
      description: DESCRIPTIONS[status] ?? '',
      headers: headerRefs([...successHeaders(operation.name, operation.row, status), ...COMMON_HEADERS]),
      ...(status < 204 && { content: contentOf(operation) }),
    },
  ]);

/** Headers of a 415 that name the accepted types. */
const ACCEPT_HEADERS: Record<string, HeaderName> = { POST: 'Accept-Post', PATCH: 'Accept-Patch', PUT: 'Accept' };

const problemResponse = (row: Row, status: number, codes: readonly string[]): ResponseObject => {
  const ownHeaders = codes.flatMap((code) => problemOf(code).headers ?? []);
  const acceptHeader = status === 415 ? ACCEPT_HEADERS[methodOf(row)] : undefined;
  const headers = [...new Set(ownHeaders), ...(acceptHeader ? [acceptHeader] : []), ...COMMON_HEADERS];
  const examples = codes.map((code) => [code, { summary: problemOf(code).means, value: problemExample(row, code) }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${problemOf(code).means}`).join(' '),
    headers: headerRefs(headers),
    content: { 'application/problem+json': { schema: ref('Problem'), examples: Object.fromEntries(examples) } },
  };
};

const GATEWAY_MESSAGES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Returns the responses that API Gateway makes itself. Their body is `Message`, not `Problem`. */
const gatewayResponses = (row: Row, isGuarded: boolean): [number, ResponseObject][] =>
  Object.entries(GATEWAY_MESSAGES)
    .map(([status, message]) => [Number(status), message] as const)
    .filter(([status]) => (isGuarded || (status !== 401 && status !== 403)) && (row.takes || status !== 413))
    .map(([status, message]) => [
      status,
      {
        description: `API Gateway: ${STATUS_CODES[status]}.`,
        headers: headerRefs(GATEWAY_HEADERS),
        content: { 'application/json': { schema: ref('Message'), examples: { message: { value: { message } } } } },
      },
    ]);

type Guard = { readonly isGuarded: boolean; readonly ownership: boolean };

/** Returns the responses of a route to requests that fail: those of the service and those of API Gateway. */
export const failureResponses = (row: Row, { isGuarded, ownership }: Guard): [number, ResponseObject][] => {
  const responses = new Map<number, ResponseObject>();
  const codes = codesOf(row, ownership);
  for (const status of new Set(codes.map((code) => problemOf(code).status))) {
    const ofStatus = codes.filter((code) => problemOf(code).status === status);
    responses.set(status, problemResponse(row, status, ofStatus));
  }
  for (const [status, { description, headers, content }] of gatewayResponses(row, isGuarded)) {
    const ours = responses.get(status);
    responses.set(status, {
      headers,
      ...ours,
      description: ours ? `${ours.description} ${description}` : description,
      content: { ...ours?.content, ...content },
    });
  }
  return [...responses];
};
