import { mintId } from '../../../functions/kit/model/id';
import { attributeOf } from '../../../functions/kit/model/models';
import { countOf, TOTAL } from '../../../functions/kit/model/relation';
import { relationsOf } from '../../../functions/kit/resources';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { counterKeyOf } from '../../../functions/kit/table/counter';
import { entriesOf, keyOf } from '../../../functions/kit/table/keys';
import { validBody } from '../../../lib/models/valid-body';
import { setEnvironment } from './endpoint';
import { official } from './official';

type Stored = {
  readonly ids: readonly string[];
  /** Values of fields, beside those of the example. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Size of each item. An attribute that no model knows fills it up. */
  readonly bytes?: number;
};

const MAX_BATCH_ITEMS = 25;

/** Returns about the size of an item that DynamoDB counts: its names and values. */
const sizeOf = (item: object) =>
  Object.entries(item).reduce((sum, [name, value]) => {
    return sum + `${name}${value instanceof Object ? JSON.stringify(value) : value}`.length;
  }, 0);

export const mintIds = (count: number) => Array.from({ length: count }, () => mintId());

/** Stores items as the service does, but without a request for each and without claims. */
export const storeItems = async (
  { endpoint, TableName }: { readonly endpoint: string; readonly TableName: string },
  resource: Resource,
  { ids, values = {}, bytes = 0 }: Stored,
) => {
  setEnvironment(endpoint, TableName);
  const { collection, input } = resource;
  const known = { rev: 'x'.repeat(16), updatedAt: new Date().toISOString() };
  const itemOf = (id: string) => {
    const body = { ...validBody(resource, { unique: (_, name) => `${id}@${name}` }), ...values };
    const attributes = Object.entries(body).flatMap(([name, value]) =>
      value === undefined ? [] : [[attributeOf(collection, name, input[name] ?? {}), value]],
    );
    const item = { ...keyOf(resource, id), ...known, ...Object.fromEntries(attributes) };
    return { ...item, ...entriesOf(resource, id, item) };
  };
  const length = sizeOf({ ...itemOf(mintId()), filler: '' });
  const filler = bytes > length && { filler: 'x'.repeat(bytes - length) };
  for (let start = 0; start < ids.length; start += MAX_BATCH_ITEMS) {
    const batch = ids.slice(start, start + MAX_BATCH_ITEMS);
    const writes = batch.map((id) => ({ PutRequest: { Item: { ...itemOf(id), ...filler } } }));
    await official.batchWrite({ RequestItems: { [TableName]: writes }, ReturnConsumedCapacity: 'TOTAL' });
  }
  for (const relation of relationsOf(resource)) {
    const id = values[relation.attribute];
    if (typeof id !== 'string') continue;
    const counting = {
      UpdateExpression: 'ADD #count :count, #total :count',
      ExpressionAttributeNames: { '#count': countOf(relation), '#total': TOTAL },
      ExpressionAttributeValues: { ':count': ids.length },
    };
    await official.update({ TableName, Key: counterKeyOf(relation.parent, id), ...counting });
  }
};
