import { methodOf, pathOf, type Row } from '../../../../functions/http/row';
import { PostInput, PostQuery } from '../../../../functions/posts/model';
import * as routes from '../../../../functions/routes';
import { descriptionOf } from '../../../../functions/site/openapi/document';
import { schemaOfField, schemaOfParameter } from '../../../../functions/site/openapi/schemas';
import { UserInput } from '../../../../functions/users/model';
import { printed } from '../../../../lib/docs/openapi';
import { readAs } from '../../../support/model';

const origin = 'https://api.example';
const open = descriptionOf()(origin);
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
    const rows = Object.entries<Row>(routes).filter(([name]) => name !== 'fallback');
    expect(
      Object.entries(paths)
        .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`))
        .sort(),
    ).toEqual(rows.map(([, row]) => `${methodOf(row).toLowerCase()} ${pathOf(row)}`).sort());
    expect(
      operationsOf(open)
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual(rows.map(([name]) => name).sort());
  });

  test('has an example for every body', () => {
    const contents = operationsOf(open).flatMap(({ requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((body) => Object.values(body?.content ?? {})),
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
    expect(() => readAs(PostQuery, { limit: '0' })).toThrow('limit must be a whole number from 1 to 100');
    expect(limit).not.toHaveProperty('maximum');
    expect(limit).not.toHaveProperty('format');
    expect(readAs(PostQuery, { limit: '9'.repeat(1000) })).toMatchObject({ limit: 100 });
  });

  test('asks for tokens when the stage has an issuer, and never otherwise', () => {
    expect(
      operationsOf(open).flatMap(({ security, responses }) => [...security, responses[401], responses[403]]),
    ).toEqual(operationsOf(open).flatMap(() => [undefined, undefined]));
    const guarded = descriptionOf({ issuer: 'https://login.example' })(origin);
    expect(guarded.components).toMatchObject({
      securitySchemes: { token: { scheme: 'bearer', description: expect.stringContaining('https://login.example') } },
    });
    const byName = Object.fromEntries(
      operationsOf(guarded).map(({ operationId, security }) => [operationId, security]),
    );
    expect(byName).toMatchObject({
      listUsers: [{ token: ['users:read'] }],
      removeUser: [{ token: ['users:write'] }],
      listPosts: [],
      getPost: [],
      createPost: [{ token: ['posts:write'] }],
      getReference: [],
    });
    for (const { security, responses } of operationsOf(guarded)) {
      expect([responses[401] !== undefined, responses[403] !== undefined]).toEqual([
        security.length > 0,
        security.length > 0,
      ]);
    }
  });

  test('has every status that API Gateway answers by itself', () => {
    const guarded = operationsOf(descriptionOf({ issuer: 'https://login.example', protectReads: true })(origin));
    for (const { security, responses } of guarded) {
      const expected = security.length > 0 ? [400, 401, 403, 429, 431, 500, 503] : [400, 429, 431, 500, 503];
      const told = expected.filter((status) => responses[status]?.content?.['application/json']);
      expect(told).toEqual(expected);
    }
  });

  test('marks a field as read-only only in bodies of requests', () => {
    const marked = Object.entries<object>(open.components.schemas).flatMap(([name, schema]) => {
      const members = 'properties' in schema ? Object.entries(schema.properties ?? {}) : [];
      return members.filter(([, member]) => member.readOnly).map(([member]) => `${name}.${member}`);
    });
    expect(marked.sort()).toEqual(
      ['PostReplacement', 'UserReplacement'].flatMap((name) =>
        ['createdAt', 'id', 'updatedAt'].map((member) => `${name}.${member}`),
      ),
    );
  });

  test('is printed as it is served', () => {
    expect(JSON.parse(printed(['--origin', origin]))).toEqual(JSON.parse(JSON.stringify(open)));
  });
});
