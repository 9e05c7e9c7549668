import { methodOf, pathOf, pluralOf, type Route, verbOf } from '../../../../../functions/kit/http/route';
import { wordOf } from '../../../../../functions/kit/model/relation';
import { relationsOf } from '../../../../../functions/kit/resources';
import { describeService } from '../../../../../functions/kit/site/openapi/document';
import { operations } from '../../../../../functions/kit/site/openapi/operations';
import { titleOf } from '../../../../../functions/kit/site/openapi/resource';
import { resources } from '../../../../../functions/resources';
import * as routes from '../../../../../functions/routes';
import { version } from '../../../../../package.json';
import { testWithResource } from '../../../../support/declared';

type Content = { readonly content?: Record<string, { readonly examples: object }>; readonly headers?: object };
type Described = {
  readonly operationId: string;
  readonly security: object[];
  readonly requestBody?: Content;
  readonly responses: Record<string, Content>;
};
type Document = ReturnType<typeof describeService>;

const operationsOf = ({ paths }: Document) =>
  Object.values(paths).flatMap((item) => Object.values(item)) as readonly Described[];
const schemasOf = ({ components }: Document): Record<string, { readonly properties?: object }> => components.schemas;
const membersOf = (document: Document, name: string) => Object.keys(schemasOf(document)[name]?.properties ?? {});
const problemsIn = (response: Content | undefined) =>
  Object.keys(response?.content?.['application/problem+json']?.examples ?? {});

const issuer = 'https://login.example';
const open = describeService();
const owned = describeService({ issuer, ownership: true });
const byName = (document: Document) => Object.fromEntries(operationsOf(document).map((one) => [one.operationId, one]));
const titles = resources.map(titleOf);
const names = titles.flatMap((title) => [title, `${title}Input`, `${title}Replacement`, `${title}Patch`]);

describe('the document', () => {
  test('has every route, by its name', () => {
    const described = Object.entries(open.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => `${Object(operation).operationId}: ${method} ${path}`),
    );
    const rows = Object.entries<Route>(routes).filter(([name]) => name !== 'fallback');
    const expected = rows.map(([name, route]) => `${name}: ${methodOf(route).toLowerCase()} ${pathOf(route)}`);
    expect(described.sort()).toEqual(expected.sort());
  });

  testWithResource('has an example for every body of a resource', () => {
    const contents = operations
      .filter(({ resource }) => resource)
      .flatMap(({ name }) => [byName(open)[name]?.requestBody, ...Object.values(byName(open)[name]?.responses ?? {})])
      .flatMap((body) => Object.values(body?.content ?? {}));
    expect(contents.length).toBeGreaterThan(50 * resources.length);
    expect(contents.filter(({ examples }) => Object.keys(examples).length === 0)).toEqual([]);
  });

  test('has the problems that only a failing table or a deletion causes', () => {
    for (const { name, route, resource } of operations.filter(({ route }) => route.actions)) {
      const { responses = {} } = byName(open)[name] ?? {};
      expect([500, 503].flatMap((status) => problemsIn(responses[status]))).toEqual(['internal', 'unavailable']);
      expect(responses[503]?.headers).toHaveProperty('Retry-After');
      const closing = problemsIn(responses[409]).filter((code) => code.endsWith('-closing'));
      const relations = route.body && verbOf(route) && resource ? relationsOf(resource) : [];
      expect([name, closing]).toEqual([name, [...new Set(relations.map(({ parent }) => `${wordOf(parent)}-closing`))]]);
    }
  });

  test('has every status that API Gateway answers by itself: 401 and 403 where it asks for a token', () => {
    const byGateway = [400, 401, 403, 429, 431, 500, 503];
    for (const { security, responses } of [open, owned].flatMap(operationsOf)) {
      const told = byGateway.filter((status) => responses[status]?.content?.['application/json']);
      expect(told).toEqual(security.length > 0 ? byGateway : [400, 429, 431, 500, 503]);
    }
    expect(operationsOf(open).flatMap(({ security }) => security)).toEqual([]);
  });

  test('of a stage with ownership has owners, the scopes of admins, and a 403 where the route asks for the owner', () => {
    expect(names.filter((name) => !membersOf(owned, name).includes('owner'))).toEqual([]);
    for (const { name, route, resource } of operations.filter(({ route }) => route.actions)) {
      const { security, responses } = byName(owned)[name] ?? {};
      const rights = [methodOf(route) === 'GET' ? 'read' : 'write', 'admin'];
      const scopes = rights.map((right) => ({ token: [`${route.scope ?? pluralOf(route)}:${right}`] }));
      const expected = route.access === 'public' ? [[], []] : [scopes, ['not-owner']];
      const problems = problemsIn(responses?.[403]).filter((code) => !Object.hasOwn(resource?.problems ?? {}, code));
      expect([name, security, problems]).toEqual([name, ...expected]);
    }
    expect(JSON.stringify([open, describeService({ issuer })])).not.toMatch(/"owner"|not-owner/);
  });

  test('of a stage with ownerClaim names the claim that owners share', () => {
    const { description } = describeService({ issuer, ownership: true, ownerClaim: 'tid' }).info;
    expect(description).toContain('Callers with the same `tid` own together what each of them creates');
    expect(owned.info.description).toContain('A caller owns what it creates: `owner` is a hash of the caller.');
  });

  test('accepts in the body of a PUT what a GET shows, and marks as read-only what only handlers set', () => {
    for (const resource of resources) {
      const title = titleOf(resource);
      expect(membersOf(open, `${title}Replacement`)).toEqual(expect.arrayContaining(membersOf(open, title)));
      const setByServer = Object.entries(resource.input).flatMap(([name, { isServerSet }]) =>
        isServerSet ? name : [],
      );
      for (const schema of [title, `${title}Input`, `${title}Replacement`]) {
        const members = Object.entries<object>({ ...schemasOf(open)[schema]?.properties });
        expect(members.flatMap(([name, each]) => ('readOnly' in each ? name : []))).toEqual(setByServer);
      }
      expect(membersOf(open, `${title}Patch`).filter((name) => setByServer.includes(name))).toEqual([]);
    }
  });

  test('has open schemas for responses, closed ones for requests, and no closed list of codes', () => {
    for (const [name, schema] of Object.entries(schemasOf(open))) {
      const isOpen = !/(Input|Replacement|Patch)$/.test(name);
      const [, ...objects] = JSON.stringify(schema).split('"properties":');
      const [, ...stated] = JSON.stringify(schema).split(`"additionalProperties":${isOpen}`);
      // A typed client reads the members of errors by name.
      const isSilent = ['Problem', 'Fault', 'Message'].includes(name);
      expect([name, stated.length]).toEqual([name, isSilent ? 0 : objects.length]);
    }
    const { code } = Object(open.components.schemas.Problem).properties;
    expect(code.description).toContain('invalid-json, invalid-body');
    expect(code).not.toHaveProperty('enum');
  });

  test('has the version of the package, and names that a generated client keeps', () => {
    expect(open.info.version).toBe(version);
    const expanded = operations.filter(({ route }) => route.expands);
    const listed = expanded.flatMap(({ resource }) => (resource ? `Listed${titleOf(resource)}` : []));
    expect(Object.keys(schemasOf(open))).toEqual(expect.arrayContaining([...names, ...listed, 'Problem']));
  });
});
