import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../random';

type Attributes = Readonly<Record<string, unknown>>;
type BatchPart = { readonly Keys: readonly Attributes[] };

/** Tells whether an item can be the item of a key. A projected item may lack an attribute of its key. */
const hasKey = (item: Attributes, key: Attributes) =>
  Object.entries(key).every(([name, value]) => !(name in item) || isDeepStrictEqual(item[name], value));

/** Moves some keys of a batch, at least one, from the items in DynamoDB's reply to `UnprocessedKeys`. */
export const withUnprocessedKeys = (call: Buffer, reply: Buffer, { below, chance, next }: Random) => {
  const { RequestItems } = JSON.parse(call.toString());
  const content = JSON.parse(reply.toString());
  for (const [table, part] of Object.entries<BatchPart>(RequestItems)) {
    const [chosen, share] = [below(part.Keys.length), next()];
    const Keys = part.Keys.filter((_, i) => i === chosen || chance(share));
    const isProcessed = (item: Attributes) => !Keys.some((key) => hasKey(item, key));
    content.Responses = { ...content.Responses, [table]: (content.Responses?.[table] ?? []).filter(isProcessed) };
    content.UnprocessedKeys = { ...content.UnprocessedKeys, [table]: { ...part, Keys } };
  }
  return JSON.stringify(content);
};
