import { createHash } from 'node:crypto';
import { nounOf, type Resource } from '../../functions/kit/http/resource';
import type { Relation } from '../../functions/kit/model/field';
import { countOf, pluralIn, storedIn } from '../../functions/kit/model/relation';
import { relationsOf, resources } from '../../functions/resources';
import type { scan } from './scan';

export type StoredItems = Awaited<ReturnType<typeof scan>>;

/** Returns the collection of an item. A `pk` such as `POST#2027-01-01T00:00Z#7` is a shard of its collection. */
const collectionOf = ({ pk }: StoredItems[number]) => pk.split('#', 1).join();

const digest = (text: string) => createHash('sha256').update(text).digest('base64url');

/** Lists parents whose number of children is wrong, and children whose parent does not exist. */
const brokenBelonging = (items: StoredItems, resource: Resource, relation: Relation): string[] => {
  const { collection, path } = resource;
  const [attribute, { parent }] = [storedIn(relation), relation];
  const [noun, plural, count] = [nounOf(resource), pluralIn(path), countOf(relation)];
  const parents = items.filter((item) => collectionOf(item) === parent.toUpperCase());
  const children = items.filter((item) => collectionOf(item) === collection);
  const ids = new Set(parents.map(({ sk }) => sk));
  const counts = new Map<unknown, number>();
  for (const { [attribute]: id } of children) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [
    ...parents
      .filter(({ sk, [count]: stored = 0 }) => stored !== (counts.get(sk) ?? 0))
      .map(({ sk, [count]: stored }) => `${parent} ${sk} has ${count} ${stored} and ${counts.get(sk) ?? 0} ${plural}`),
    ...children
      .filter(({ [attribute]: id }) => id && !ids.has(id))
      .map(({ sk, [attribute]: id }) => `${noun} ${sk} names ${parent} ${id}, which does not exist`),
  ];
};

/** Lists the violations of the table's invariants. The invariants hold whenever no write is running. */
export const brokenInvariants = (items: StoredItems): string[] => {
  const users = items.filter((item) => collectionOf(item) === 'USER');
  const claims = items.filter(({ sk }) => sk === 'EMAIL');
  const collections = resources.map(({ collection }) => collection);
  const isUnknown = (item: StoredItems[number]) => !collections.includes(collectionOf(item));
  const unknown = items.filter((item) => isUnknown(item) && item.sk !== 'EMAIL' && item.sk !== 'KEY').length;
  const claimOf = (email = '') => `EMAIL#${digest(email.toLowerCase().normalize('NFC'))}`;
  const owners = new Map(claims.map(({ pk, ownerId }) => [pk, ownerId]));
  return [
    ...(unknown > 0 ? [`${unknown} items have an unknown kind`] : []),
    ...(claims.length > users.length ? [`${users.length} users have ${claims.length} e-mail claims`] : []),
    ...users
      .filter(({ email, sk }) => owners.get(claimOf(email)) !== sk)
      .map(({ sk }) => `user ${sk} has no e-mail claim`),
    ...resources.flatMap((resource) => relationsOf(resource).flatMap((each) => brokenBelonging(items, resource, each))),
  ];
};
