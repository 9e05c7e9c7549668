import { STATUS_CODES } from 'node:http';
import { isCreating, isList, methodOf, takesBody } from '../../http/route';
import { createdAtOf } from '../../model/id';
import { Problem } from '../../rules/problem';
import { endHeaders, type HeaderName, headerRefs, successHeaders } from './headers';
import { problemsOf } from './problems';
import { type Operation, titleOf } from './resource';
import { ANY, open, ref, schemaOf } from './schemas';

/** Returns the name of the schema of the resource. An item of a list has its own schema if `expand` adds members. */
export const schemaNameOf = ({ resource, route }: Operation) =>
  resource ? `${route.expands ? 'Listed' : ''}${titleOf(resource)}` : 'RouteIndex';

/** Returns the example of a route, or a resource of the examples as a response of the route shows it. */
const exampleIn = ({ name, described, resource, route }: Operation) => {
  const { example } = described?.others?.[name] ?? {};
  if (example) return example;
  if (!resource)
    throw new Error(`${route.routeKey} has no \`example\`; add one to "${name}" in \`others\` of docs.ts.`);
  const [stored] = resource.examples.stored;
  const time = createdAtOf(stored.id);
  const all: Record<string, unknown> = { ...stored, createdAt: time, updatedAt: time };
  const value = Object.fromEntries(Object.keys(route.response ?? {}).map((name) => [name, all[name]]));
  return isList(route) ? [value] : value;
};

const html = { type: 'string', maxLength: 6_000_000, pattern: '^<!doctype html>' };
const openApi = { type: 'object', description: 'An OpenAPI document.', ...open };

/** Returns the content of a raw route, which may be of any type. */
export const anyContent = (maxLength = 6_000_000) => ({
  '*/*': { schema: { type: 'string', maxLength, pattern: ANY } },
});

/** Contents of the service itself, by the name of the route. */
const siteContents: Readonly<Record<string, object>> = {
  getReference: { 'text/html': { schema: html } },
  listRoutes: { 'application/json': { schema: ref('RouteIndex') } },
  getDescription: { 'application/json': { schema: openApi } },
};

const contentOf = (operation: Operation) => {
  const { route, described, verb, name } = operation;
  if (!described) return siteContents[name];
  if (!route.response) return route.isRaw ? anyContent() : undefined;
  const one = verb ? ref(schemaNameOf(operation)) : schemaOf(route.response);
  const schema = isList(route) ? { type: 'array', maxItems: 100, items: one } : one;
  return { 'application/json': { schema, examples: { example: { value: exampleIn(operation) } } } };
};

const SUCCESS: Readonly<Record<number, string>> = {
  200: 'The request succeeded.',
  201: 'The resource was created.',
  204: 'The request succeeded. The response has no body.',
  302: 'A redirect of a browser to the reference.',
  304: 'The representation has not changed since the client read it.',
};

const successStatuses = ({ name, route, described, verb }: Operation): readonly number[] => {
  if (name === 'listRoutes') return [200, 302, 304];
  const { responses } = described?.others?.[name] ?? {};
  if (route.isRaw && !responses)
    throw new Error(`${route.routeKey} has no \`responses\`; add them to "${name}" in \`others\` of docs.ts.`);
  if (responses) return Object.keys(responses).map(Number);
  if (isCreating(route)) return verb ? [201] : [200, 201, 204];
  return (
    { GET: [200, 304], PUT: [200, 201, 204] }[methodOf(route)] ??
    (route.response || described === undefined ? [200, 204] : [204])
  );
};

/** Headers of a 415 that name the accepted types. */
const ACCEPT: Readonly<Record<string, HeaderName>> = { POST: 'Accept-Post', PATCH: 'Accept-Patch', PUT: 'Accept' };

export const responsesOf = (operation: Operation, isGuarded: boolean, ownership: boolean) => {
  const { name, route, described } = operation;
  const { responses = SUCCESS } = described?.others?.[name] ?? {};
  const all: Record<number, { description: string; headers?: object; content?: object }> = {};
  for (const status of successStatuses(operation)) {
    const headers = headerRefs([...successHeaders(route), ...endHeaders(route)]);
    const content = status < 204 && { content: contentOf(operation) };
    all[status] = { description: responses[status] ?? '', headers, ...content };
  }
  const problems = problemsOf(route, ownership);
  for (const status of new Set(problems.map(([, problem]) => problem.status))) {
    const own = problems.filter(([, problem]) => problem.status === status);
    const accept = status === 415 ? [ACCEPT[methodOf(route)] ?? 'Accept'] : [];
    const exampleOf = (code: string, means: string) => new Problem(status, code, means).body('lqcPWikMYvW7GgI=');
    const examples = own.map(([code, { means }]) => [code, { value: exampleOf(code, means) }]);
    all[status] = {
      description: own.map(([code, { means }]) => `\`${code}\`: ${means}`).join(' '),
      headers: headerRefs([...own.flatMap(([, { headers }]) => headers), ...accept, ...endHeaders(route)]),
      content: { 'application/problem+json': { schema: ref('Problem'), examples: Object.fromEntries(examples) } },
    };
  }
  const byGateway = [
    400,
    ...(isGuarded ? [401, 403] : []),
    ...(takesBody(route) || route.isRaw ? [413] : []),
    429,
    431,
    500,
    503,
  ];
  for (const status of byGateway) {
    const { description = '', content, ...rest } = all[status] ?? {};
    const message = { schema: ref('Message'), examples: { message: { value: { message: STATUS_CODES[status] } } } };
    all[status] = {
      ...rest,
      description: `${description} API Gateway: ${STATUS_CODES[status]}.`.trim(),
      content: { ...content, 'application/json': message },
    };
  }
  return all;
};
