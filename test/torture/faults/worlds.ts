import type { Request, Resource, World } from './world';

/** What tells worlds apart: all but the tags that a resource had. */
const faceOf = (world: World, token: string) => {
  const { kind, id, members, etag, updatedAt } = world.get(token) ?? {};
  // What is gone, or never came, shows nothing.
  return members && JSON.stringify([kind, id, Object.entries(members).sort(), etag, updatedAt]);
};

const isSame = (one: World, other: World) =>
  [...one.keys(), ...other.keys()].every((token) => faceOf(one, token) === faceOf(other, token));

/** The worlds that differ in anything that an answer can tell. */
export const distinct = (worlds: readonly World[]) =>
  worlds.filter((world, i) => !worlds.slice(0, i).some((other) => isSame(world, other)));

/** What to read to learn in what the worlds differ, or an id that is still unknown. */
export const openQuestion = (worlds: readonly World[]): Request | undefined => {
  const [first = new Map(), ...others] = worlds;
  const all = worlds.flatMap((world) => [...world]);
  const isOpen = ([token, { id, members }]: [string, Resource]) =>
    (members && !id) || others.some((other) => faceOf(other, token) !== faceOf(first, token));
  const [token] = all.find(isOpen) ?? [];
  if (token === undefined) return undefined;
  const known = all.filter(([other]) => other === token).map(([, resource]) => resource);
  if (known.some(({ id }) => id)) return { verb: 'get', token };
  const { email, userId = '' } = known.find(({ members }) => members)?.members ?? {};
  return email === undefined ? { verb: 'postsOf', userId } : { verb: 'find', email };
};
