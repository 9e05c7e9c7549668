import { STATUS_CODES } from 'node:http';
import { methodOf, type Row } from '../../http/row';
import { paths } from '../paths';
import type { Name } from './examples';
import { type HeaderName, isList, refer, successHeaders } from './headers';
import { examplesOf, ref, resourceOf } from './operations';
import { type Code, codesOf, problemOf, problems } from './problems';

const OF_GATEWAY: readonly HeaderName[] = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
  'Apigw-Requestid',
];

const ALWAYS: readonly HeaderName[] = ['Cache-Control', 'X-Content-Type-Options', ...OF_GATEWAY];

type Described = { description: string; headers?: object; content?: Record<string, object> };

/** What the routes answer that have no resource. */
const CONTENT: Partial<Record<Name, Described['content']>> = {
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
        description: { summary: 'Its beginning', value: { openapi: '3.1.1', info: { title: 'Users and posts' } } },
      },
    },
  },
  getReference: {
    'text/html': {
      schema: { type: 'string', maxLength: 6_000_000, pattern: '^<!doctype html>' },
      examples: { page: { summary: 'Its beginning', value: '<!doctype html>' } },
    },
  },
};

const contentOf = (name: Name, row: Row): Described['content'] => {
  const resource = ref(resourceOf(row));
  const schema = isList(row) ? { type: 'array', maxItems: 100, items: resource } : resource;
  const examples = examplesOf(name).flatMap(([key, example]) =>
    'answers' in example ? [[key, { summary: example.summary, value: example.answers }]] : [],
  );
  return CONTENT[name] ?? { 'application/json': { schema, examples: Object.fromEntries(examples) } };
};

const ANSWERS: Record<number, string> = {
  200: 'All is well.',
  201: 'The resource is created; without a body where `Prefer: return=minimal` says so.',
  204: 'All is well, and there is nothing to say.',
  302: 'The reference, for a browser.',
  304: 'It is still what the client has.',
};

const statusesOf = (name: Name, row: Row) => {
  if (name === 'listRoutes') return [200, 302, 304];
  return (
    { GET: [200, 304], POST: [201], PUT: [200, 201, 204], PATCH: [200, 204], DELETE: [200, 204] }[methodOf(row)] ?? []
  );
};

/** The answers of a route when all goes well. */
export const successes = (name: Name, row: Row): [number, Described][] =>
  statusesOf(name, row).map((status) => [
    status,
    {
      description: ANSWERS[status] ?? '',
      headers: refer([...successHeaders(name, row, status), ...ALWAYS]),
      ...(status < 204 && { content: contentOf(name, row) }),
    },
  ]);

const PROBLEM_HEADERS: Partial<Record<Code, readonly HeaderName[]>> = {
  stale: ['ETag'],
  exists: ['ETag'],
  'user-has-posts': ['Link'],
  unavailable: ['Retry-After'],
};

const OFFERS: Record<string, HeaderName> = { POST: 'Accept-Post', PATCH: 'Accept-Patch', PUT: 'Accept' };

const failure = (row: Row, status: number, codes: readonly Code[]): Described => {
  const more = codes.flatMap((code) => PROBLEM_HEADERS[code] ?? []);
  const offer = OFFERS[methodOf(row)];
  const headers = [...new Set(more), ...(status === 415 && offer ? [offer] : []), ...ALWAYS];
  const shown = codes.map((code) => [code, { summary: problems[code].means, value: problemOf(row, code) }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].means}`).join(' '),
    headers: refer(headers),
    content: { 'application/problem+json': { schema: ref('Problem'), examples: Object.fromEntries(shown) } },
  };
};

const GATEWAY: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** What API Gateway answers by itself, in its own form. */
const gateway = (row: Row, isGuarded: boolean): [number, Described][] =>
  Object.entries(GATEWAY)
    .map(([status, message]) => [Number(status), message] as const)
    .filter(([status]) => (isGuarded || (status !== 401 && status !== 403)) && (row.takes || status !== 413))
    .map(([status, message]) => [
      status,
      {
        description: `API Gateway: ${STATUS_CODES[status]}.`,
        headers: refer(OF_GATEWAY),
        content: { 'application/json': { schema: ref('Message'), examples: { message: { value: { message } } } } },
      },
    ]);

/** The answers of a route to what fails, the gateway's beside ours. */
export const failures = (row: Row, isGuarded: boolean): [number, Described][] => {
  const responses = new Map<number, Described>();
  for (const status of new Set(codesOf(row).map((code) => problems[code].status))) {
    responses.set(
      status,
      failure(
        row,
        status,
        codesOf(row).filter((code) => problems[code].status === status),
      ),
    );
  }
  for (const [status, { description, headers, content }] of gateway(row, isGuarded)) {
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
