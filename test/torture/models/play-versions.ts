import { deepEqual, equal, ok } from 'node:assert/strict';
import { DeleteCommand, UpdateCommand } from '#dynamodb';
import { client } from '../../../functions/kit/dynamodb/client';
import { attributeOf } from '../../../functions/kit/model/models';
import { keyOf } from '../../../functions/kit/table/keys';
import { mintIds } from '../../support/dynamodb/store-items';
import type { Shown } from '../../support/expected-list';
import { isDroppable, isLarge } from './any-field';
import type { AnyResource } from './any-resource';
import { attributesIn, byAttribute, pick } from './attributes';
import { senderTo } from './sender';

/** Ids of the parents of a resource, by its fields. */
export type Link = Readonly<Record<string, string>>;

type Play = {
  /** Versions of a resource, the first one first. */
  readonly versions: readonly AnyResource[];
  readonly hasOwnership: boolean;
  readonly link: Link;
};

export const LARGE = '😀'.repeat(60_000);

/** Checks that each version shows an item, and finds it by each value that it shows. */
const readAll = async ({ versions, hasOwnership }: Play, id: string) => {
  const tags = new Set<unknown>();
  const values: Shown[] = [];
  for (const version of versions) {
    const { body, headers } = await senderTo(version, id)('ada', 'GET');
    tags.add(headers.etag);
    values.push(byAttribute(version, body));
    for (const [name, { unique, isIndexed }] of version.named) {
      // A parameter without a value is a 400.
      if ((body[name] ?? '') === '' || !(unique || (isIndexed && !(hasOwnership && version.isPrivate)))) continue;
      const query = `${unique ? '' : 'limit=100&'}${name}=${encodeURIComponent(body[name])}`;
      const found = await senderTo(version)('ada', 'GET', { query });
      deepEqual(
        found.body.filter((each: Shown) => each.id === id),
        [body],
        `${version.path} by ${name}`,
      );
    }
  }
  equal(tags.size, 1, 'the versions have different tags');
  return values;
};

/** Checks that the versions show what a version has answered to a write, and keep what this version does not know. */
const checkWrite = async (
  play: Play,
  { writer, id, body, before }: { writer: AnyResource; id: string; body: Shown; before?: readonly Shown[] },
) => {
  const known = [...attributesIn(writer).values()];
  const written = byAttribute(writer, body);
  const after = await readAll(play, id);
  for (const [index, values] of after.entries()) {
    const both = Object.keys(pick(values, Object.keys(written)));
    deepEqual(pick(values, both), pick(written, both), `${play.versions[index]?.path} shows what ${writer.path} wrote`);
    // An object that a write removes takes along the members that the writer does not know.
    const isRemoved = (holder: string) => !Object.keys(written).some((attribute) => attribute.startsWith(`${holder}.`));
    const others = Object.keys(before?.[index] ?? {}).filter((attribute) => {
      const holders = attribute.split('.').map((_, at, names) => names.slice(0, at).join('.'));
      return !known.includes(attribute) && !holders.some((holder) => known.includes(holder) && isRemoved(holder));
    });
    deepEqual(pick(values, others), pick(before?.[index] ?? {}, others), `${writer.path} keeps`);
  }
  return after;
};

/** Sends a request, and returns the read units in its log line. */
export const unitsOf = async (send: () => Promise<unknown>) => {
  const { write } = process.stdout;
  let last = '{}';
  process.stdout.write = (line) => {
    last = String(line);
    return true;
  };
  await send().finally(() => {
    process.stdout.write = write;
  });
  return Number(JSON.parse(last).readUnits);
};

/** Checks that a list by ids reads no more than a page, also through a version without the largest field. */
const checkUnits = async ({ versions }: Play) => {
  const large = versions.flatMap(({ named, entity }) =>
    named.filter(([, field]) => isLarge(field)).map(([name, field]) => attributeOf(entity.collection, name, field)),
  );
  const [attribute] = large;
  const [first] = versions;
  if (!attribute || !first) return;
  const keys = mintIds(8).map((id) => keyOf(first.entity, id));
  const { TABLE_NAME: TableName } = process.env;
  const set = {
    UpdateExpression: 'SET #large = :large',
    ExpressionAttributeNames: { '#large': attribute },
    ExpressionAttributeValues: { ':large': LARGE },
  };
  for (const Key of keys) await client.send(new UpdateCommand({ TableName, Key, ...set }));
  const query = keys.map(({ sk }) => `id=${sk}`).join('&');
  for (const version of versions) {
    const units = await unitsOf(() => senderTo(version)('ada', 'GET', { query }));
    ok(units <= 300, `${version.path} by id: ${units} read units`);
  }
  for (const Key of keys) await client.send(new DeleteCommand({ TableName, Key }));
};

/** Creates an item through each version, changes it through the next one, and deletes it through the one after that. */
export const playNewItems = async (play: Play) => {
  const { versions, link } = play;
  if (versions.length < 2) return;
  await checkUnits(play);
  for (const [index, maker] of versions.entries()) {
    const [writer = maker, remover = maker] = [1, 2].map((steps) => versions[(index + steps) % versions.length]);
    const creation = { body: { ...maker.one, ...link } };
    const { id, ...body } = (await senderTo(maker)('ada', 'POST', creation)).body;
    const created = await checkWrite(play, { writer: maker, id, body });
    const send = senderTo(writer, id);
    const replaced = await send('ada', 'PUT', { body: { ...writer.other, ...link } });
    await checkWrite(play, { writer, id, body: replaced.body, before: created });
    const reset = Object.fromEntries(writer.named.filter(isDroppable).map(([name]) => [name, null]));
    await send('ada', 'PATCH', { body: reset });
    const before = await readAll(play, id);
    const changed = await send('ada', 'PATCH', { body: writer.one });
    // The response also shows defaults, which a patch does not write.
    const given = Object.keys(writer.one).map((name) => [name, changed.body[name]]);
    await checkWrite(play, { writer, id, body: Object.fromEntries(given), before });
    await senderTo(remover, id)('ada', 'DELETE');
  }
};

/** Gives the item of the first version all values of the later ones, the largest ones, too. */
export const playOldItem = async ({ versions }: Play, id: string) => {
  for (const version of versions.slice(1)) {
    const send = senderTo(version, id);
    await send('ada', 'PATCH', { body: version.full });
    for (const [name] of version.named.filter(([, field]) => isLarge(field)))
      await send('ada', 'PATCH', { body: { [name]: LARGE } });
  }
};
