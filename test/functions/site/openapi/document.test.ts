import { titleOf } from '../../../../functions/http/resource';
import { methodOf, pathOf, type Route } from '../../../../functions/http/route';
import { PostInput, PostQuery } from '../../../../functions/posts/model';
import { resources } from '../../../../functions/resources';
import * as routes from '../../../../functions/routes';
import { describeService } from '../../../../functions/site/openapi/document';
import { schemaOfField, schemaOfParameter } from '../../../../functions/site/openapi/schemas';
import { UserInput } from '../../../../functions/users/model';
import { readAs } from '../../../support/model';

const open = describeService();
const paths: Record<string, Record<string, object>> = open.paths;
type Content = { content?: Record<string, { examples: object }> };
const operationsOf = (document: { paths: typeof paths }) =>
  Object.values(document.paths).flatMap((item) => Object.values(item)) as {
    operationId: string;
    security: object[];
    requestBody?: Content;
    responses: Record<string, Content>;
  }[];

describe('the document', () => {
  test('has every route, by its name', () => {
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => `${Object(operation).operationId}: ${method} ${path}`),
    );
    const rows = Object.entries<Route>(routes).filter(([name]) => name !== 'fallback');
    const expected = rows.map(([name, route]) => `${name}: ${methodOf(route).toLowerCase()} ${pathOf(route)}`);
    expect(described.sort()).toEqual(expected.sort());
  });

  test('has an example for every body of a resource', () => {
    const contents = operationsOf(open).flatMap(({ operationId, requestBody, responses }) =>
      /^(listRoutes|get(Description|Reference))$/.test(operationId)
        ? []
        : [requestBody, ...Object.values(responses)].flatMap((body) => Object.values(body?.content ?? {})),
    );
    expect(contents.length).toBeGreaterThan(100);
    expect(contents.filter(({ examples }) => Object.keys(examples).length === 0)).toEqual([]);
  });

  test.each([
    [UserInput, 'name', UserInput.name, 100, { email: 'ada@lovelace.example' }],
    [PostInput, 'title', PostInput.title, 200, {}],
    [PostInput, 'content', PostInput.content, 50_000, { title: 'A title' }],
  ])('has the maximum length that is checked: %#', (model, member, schema, most, others) => {
    expect(schemaOfField(schema)).toMatchObject({ maxLength: most });
    const take = (length: number) => readAs(model, { ...others, [member]: 'x'.repeat(length) });
    expect(take(most)).toMatchObject(others);
    expect(() => take(most + 1)).toThrow(`${member} must be at most ${most} characters long`);
  });

  test('has the minimum and the default of a limit that are checked', () => {
    const limit = schemaOfParameter(PostQuery.limit);
    expect(limit).toMatchObject({ type: 'integer', minimum: 1, default: readAs(PostQuery, {}).limit });
    expect(readAs(PostQuery, { limit: '1' })).toMatchObject({ limit: 1 });
    expect(() => readAs(PostQuery, { limit: '0' })).toThrow(
      'limit must be a whole number of at least 1; more than 100 counts as 100',
    );
    expect(limit).not.toHaveProperty('maximum');
    expect(limit).not.toHaveProperty('format');
    expect(readAs(PostQuery, { limit: '9'.repeat(1000) })).toMatchObject({ limit: 100 });
  });

  test('asks for tokens when the stage has an issuer, and never otherwise', () => {
    for (const { security, responses } of operationsOf(open))
      expect([security, responses[401], responses[403]]).toEqual([[], undefined, undefined]);
    const guarded = describeService({ issuer: 'https://login.example' });
    expect(guarded.components).toMatchObject({
      securitySchemes: { token: { scheme: 'bearer', description: expect.stringContaining('https://login.example') } },
    });
    const byName = operationsOf(guarded).map(({ operationId, security }) => [operationId, security]);
    expect(Object.fromEntries(byName)).toMatchObject({
      listUsers: [{ token: ['users:read'] }],
      removeUser: [{ token: ['users:write'] }],
      listPosts: [],
      getPost: [],
      createPost: [{ token: ['posts:write'] }],
      getReference: [],
    });
  });

  describe('of a stage with ownership', () => {
    const owned = describeService({ issuer: 'https://login.example', ownership: true });
    const byName = Object.fromEntries(operationsOf(owned).map((operation) => [operation.operationId, operation]));

    test('names the scopes of admins beside those of the routes', () => {
      expect(byName.removeUser?.security).toEqual([{ token: ['users:write'] }, { token: ['users:admin'] }]);
      expect(byName.getPost?.security).toEqual([]);
    });

    test('has the owner in each resource and body, and the 403 on each route that asks for the owner', () => {
      const { schemas }: { schemas: Record<string, { properties?: object }> } = owned.components;
      const names = resources
        .map(titleOf)
        .flatMap((name) => [name, `${name}Input`, `${name}Replacement`, `${name}Patch`]);
      for (const name of names) expect(schemas[name]?.properties).toHaveProperty('owner');
      const refuses = (name: string) =>
        byName[name]?.responses[403]?.content?.['application/problem+json'] !== undefined;
      expect(['createPost', 'updatePost', 'getUser', 'listUsers'].map(refuses)).toEqual([true, true, true, true]);
      expect(['getPost', 'listPosts', 'getDescription'].map(refuses)).toEqual([false, false, false]);
    });

    test('is the only one that knows of owners', () => {
      expect(JSON.stringify(open)).not.toMatch(/owner/i);
      expect(JSON.stringify(describeService({ issuer: 'https://login.example' }))).not.toMatch(/owner/i);
    });
  });

  test('names each scope with the prefix of the stage', () => {
    const guard = { issuer: 'https://login.example', protectReads: true };
    const prefixed = JSON.stringify(describeService({ ...guard, scopePrefix: 'users-and-posts/' }));
    expect(prefixed).toContain('"security":[{"token":["users-and-posts/posts:write"]}]');
    const scopes = /(?<="token":\[")(?=\w+:(read|write)"\])/g;
    expect(prefixed).toBe(JSON.stringify(describeService(guard)).replace(scopes, 'users-and-posts/'));
  });

  test('has every status that API Gateway answers by itself: 401 and 403 where it asks for a token', () => {
    const byGateway = [400, 401, 403, 429, 431, 500, 503];
    const guarded = operationsOf(describeService({ issuer: 'https://login.example', protectReads: true }));
    for (const { security, responses } of guarded) {
      const told = byGateway.filter((status) => responses[status]?.content?.['application/json']);
      expect(told).toEqual(security.length > 0 ? byGateway : [400, 429, 431, 500, 503]);
    }
  });

  test('accepts in the body of a PUT what a GET shows, and marks no field as read-only', () => {
    const schemas: Record<string, { readonly properties?: Readonly<Record<string, object>> }> = open.components.schemas;
    const membersOf = (name: string) => Object.entries(schemas[name]?.properties ?? {});
    for (const title of resources.map(titleOf)) {
      const accepted = membersOf(`${title}Replacement`).map(([name]) => name);
      expect(membersOf(title).filter(([name]) => !accepted.includes(name))).toEqual([]);
    }
    expect(
      Object.keys(schemas)
        .flatMap(membersOf)
        .filter(([, member]) => 'readOnly' in member),
    ).toEqual([]);
  });
});
