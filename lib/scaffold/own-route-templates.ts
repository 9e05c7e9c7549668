import { wordsIn } from './fields/usual';
import { capitalize } from './names';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type OwnRoute = Readonly<Record<'path' | 'name' | 'group' | 'file', string>> & {
  readonly method: Method;
  readonly isRaw: boolean;
  readonly isPublic: boolean;
};

/** Functions of the kit that make the handlers. */
export const makers: Readonly<Record<Method, string>> = {
  GET: 'handleGet',
  POST: 'handlePost',
  PUT: 'handleChange',
  PATCH: 'handleChange',
  DELETE: 'handleDelete',
};

/** Replaces the parameters of a path by values. */
const addressOf = (path: string) => path.replace(/\{\w+\}/g, (name) => (name === '{id}' ? '{nobody}' : 'x1'));

/** Returns the texts of a route beside the resources: its declaration, its handler, its description and a test. */
export const routeTextsOf = ({ method, path, name, group, file, isRaw, isPublic }: OwnRoute) => {
  const model = `${capitalize(name)}Message`;
  const takesMessage = !isRaw && (method === 'PUT' || method === 'PATCH');
  const status = isRaw || method !== 'DELETE' ? 200 : 204;
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const line = `${method} ${addressOf(path)}`;
  const body = takesMessage ? ' | {"message":"Hello"}' : '';
  const testBody = takesMessage ? ", { body: { message: 'Hello' } }" : '';
  const texts = isRaw
    ? "responses: { 200: 'The number of bytes that the body has.' }"
    : "example: { message: 'Hello' }";
  const handler = isRaw
    ? `handleRaw(${name}, async ({ body }) => ({ status: 200, body: \`\${body.length}\` }))`
    : `${makers[method]}(${name}, async () => ({ body: { message: 'Hello' } }))`;
  return {
    parameters: parameters.filter((parameter) => parameter !== 'id'),
    model: isRaw
      ? ''
      : `
/** Model of what the route shows${takesMessage ? ', and of what it takes' : ''}. */
export const ${model} = { message: notBlank({ minLength: 1, maxLength: 200 }) };
`,
    route: `
export const ${name} = {
  routeKey: '${method} ${path}',
  entry: 'functions/${group}/${file}.ts',
  ${isRaw ? 'isRaw: true,' : `${takesMessage ? `body: ${model}, ` : ''}response: ${model},`}
  ${isPublic ? "access: 'public'," : `scope: '${group}',`}
} as const satisfies Route;
`,
    described: `${name}: { summary: '${method} ${path}', description: 'Says hello.', ${texts}, ${takesMessage ? "request: { message: 'Hello' }," : ''} },`,
    row: `${line}${body} | ${status}`,
    files: {
      [`${file}.ts`]: `
export const handler = ${handler};
`,
      [`../../test/functions/${group}/${file}.test.ts`]: `
import { handler } from '../../../functions/${group}/${file}';
import { eventOf, invoke } from '../../support/unit/event';

test('${method} ${path} answers ${status}', async () => {
  expect(await invoke(handler, eventOf('${line.replace('{nobody}', '01890000-0000-7000-8000-000000000000')}'${testBody}))).toMatchObject({ status: ${status} });
});
`,
    },
  };
};

/** Returns the text of the docs.ts of a new group. */
export const docsOfGroup = (
  docs: string,
  group: string,
  { described, row, parameters }: ReturnType<typeof routeTextsOf>,
) => `
export const ${docs} = {
  name: '${group}',
  about: '${capitalize(group.replaceAll('-', ' '))}.',${
    parameters.length > 0
      ? `
  parameters: { ${parameters.map((name) => `${name}: 'The ${wordsIn(name)} in the path.'`).join(', ')} },`
      : ''
  }
  others: {
    ${described}
  },
  rows: \`
    ${row}
  \`,
} satisfies RouteGroup;
`;
