import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { client } from '../../../functions/kit/dynamodb/client';
import { attributeOf } from '../../../functions/kit/model/models';
import { keyOf } from '../../../functions/kit/table/keys';
import { describeShapes, routeOf } from '../../support/declared';
import { setEnvironment } from '../../support/dynamodb/endpoint';
import { problem, useService } from '../../support/service';

/*
 * Resources that are older than a field: their items lack its attribute.
 */

const { ask, create, requestFor, lineOf, database } = useService();

describeShapes('%s', (_, resource) => {
  const { path, collection } = resource;
  const [, { body: fields = {} }] = routeOf(resource, 'create');
  const [, { query = {} }] = routeOf(resource, 'list');

  const removeAttribute = async (id: string, name: string) => {
    setEnvironment(database.endpoint, database.TableName);
    const removal = {
      Key: keyOf(resource, id),
      UpdateExpression: 'REMOVE #name',
      ExpressionAttributeNames: { '#name': attributeOf(collection, name, fields[name] ?? {}) },
    };
    await client.send(new UpdateCommand({ TableName: database.TableName, ...removal }));
  };

  const rows = Object.entries(fields).map(([name, field]) => {
    const isReadable = field.isOptional || field.default !== undefined;
    const result = isReadable ? 'is shown by every route' : 'is left out of lists, and can be changed and deleted';
    return { name, field, isReadable, result };
  });

  test.each(rows)('one without the stored attribute $name $result', async ({ name, field, isReadable }) => {
    const { ETag: _etag, Path: own, ...created }: Record<string, unknown> = await create(resource);
    const id = String(created.id);
    const { [name]: value, ...rest } = created;
    const shown = isReadable && { ...rest, ...(field.default !== undefined && { [name]: field.default }) };
    const changed = shown
      ? { status: 200, body: { ...shown, updatedAt: expect.any(String) } }
      : { status: 204, text: '' };

    await removeAttribute(id, name);
    const read = await ask(`GET ${own}`);
    expect(read).toMatchObject(shown ? { status: 200, body: shown } : problem(500, 'internal'));
    if (!shown)
      expect(await lineOf(read)).toMatchObject({ error: { message: `A stored item has no valid "${name}".` } });

    const queries = ['order=desc', `id=${id}`, ...(name in query ? [`${name}=${value}`] : [])];
    for (const text of queries) {
      const list = await ask(`GET ${path}?${text}`, { headers: { prefer: 'count=exact' } });
      const isListed = shown && !text.startsWith(name);
      expect(list).toMatchObject({ status: 200, body: isListed ? [shown] : [] });
      const total = text.startsWith('id=') ? undefined : String(list.body.length);
      expect(list.headers['x-total-count']).toBe(total);
    }

    // The default that is shown is no change. A PATCH refuses what only handlers set.
    if (field.default !== undefined && !field.isServerSet)
      expect((await ask(`PATCH ${own}`, { body: { [name]: field.default } })).headers.etag).toBe(read.headers.etag);

    const { [name]: _new, ...update }: Record<string, unknown> = await requestFor(resource, 'update');
    const updated = shown ? { status: 200, body: { ...changed.body, ...update } } : changed;
    for (const body of [update, shown && !field.isServerSet ? { [name]: null } : {}])
      expect(await ask(`PATCH ${own}`, { body })).toMatchObject(updated);

    const replaced = await ask(`PUT ${own}`, { body: await requestFor(resource, 'replace') });
    expect(replaced.status).toBe(200);
    expect((await ask(`GET ${own}`)).body).toEqual(replaced.body);

    await removeAttribute(id, name);
    const removed = await ask(`DELETE ${own}`, { headers: { prefer: 'return=representation' } });
    expect(removed.status).toBe(changed.status);
    expect((await ask(`GET ${own}`)).status).toBe(404);
  });
});
