import { predict, removeAll } from './predict';
import { type KnownResource, postsOf, type World, type WorldRequest } from './world';

/** Lists the worlds that are possible after a request whose response was lost. */
export const worldsAfterLostResponse = (world: World, request: WorldRequest, shared: ReadonlySet<string>): World[] => {
  const prediction = predict(world, request, shared);
  if (prediction.world === world) return [world];
  if (request.verb !== 'remove' || !request.isForced) return [world, prediction.world];
  // A deletion by force removes the posts first, in any order, and then the user.
  const posts = postsOf(world, world.get(request.token)?.id);
  let partial = [world];
  for (const post of posts) partial = partial.flatMap((each) => [each, removeAll(each, [post])]);
  return [...partial, prediction.world];
};

/** Serializes the state that responses can show. Past ETags are left out, and a deleted resource has no such state. */
const visibleState = (world: World, token: string) => {
  const { kind, id, fields, etag, updatedAt } = world.get(token) ?? {};
  return fields && JSON.stringify([kind, id, Object.entries(fields).sort(), etag, updatedAt]);
};

const isSame = (one: World, other: World) =>
  [...one.keys(), ...other.keys()].every((token) => visibleState(one, token) === visibleState(other, token));

/** Removes the worlds that no response can tell from an earlier world of the list. */
export const distinctWorlds = (worlds: readonly World[]) =>
  worlds.filter((world, i) => !worlds.slice(0, i).some((other) => isSame(world, other)));

/** Returns a read whose response rules out some worlds or shows an unknown id; undefined when nothing is open. */
export const nextQuestion = (worlds: readonly World[]): WorldRequest | undefined => {
  const [first = new Map(), ...others] = worlds;
  const all = worlds.flatMap((world) => [...world]);
  const isOpen = ([token, { id, fields }]: [string, KnownResource]) =>
    (fields && !id) || others.some((other) => visibleState(other, token) !== visibleState(first, token));
  const [token] = all.find(isOpen) ?? [];
  if (token === undefined) return undefined;
  const known = all.filter(([other]) => other === token).map(([, resource]) => resource);
  if (known.some(({ id }) => id)) return { verb: 'get', token };
  const { email, userId = '' } = known.find(({ fields }) => fields)?.fields ?? {};
  return email === undefined ? { verb: 'postsOf', userId } : { verb: 'find', email };
};
