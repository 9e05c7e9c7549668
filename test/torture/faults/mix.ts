import { mintId } from '../../../functions/model/id';
import type { Random } from '../random';
import { type Members, type Patch, postsOf, present, type Request, type Resource, type World } from './world';

type Hand = {
  readonly random: Random;
  /** The first word of all that this client names. */
  readonly name: string;
  /** Users who belong to nobody. */
  readonly shared: readonly string[];
};

const MOST_USERS = 6;
const MOST_POSTS = 16;

/** What one client asks next: all that a client does, each value it writes a new one, of resources of its own. */
export const startMix = ({ random, name, shared }: Hand) => {
  let count = 0;
  const oneOf = <T>(items: readonly T[]): T | undefined => items[random.below(items.length)];
  const word = () => `v${++count}`;
  const email = (token: string) => random.pick([`${token}.${word()}@example.com`, `${token}.É${word()}@Example.COM`]);

  const userMembers = (token: string): Members => ({ name: `${token} ${word()}`, email: email(token) });
  const postMembers = (token: string, userId: string | undefined): Members => ({
    title: `${token} ${word()}`,
    content: word(),
    ...(userId && { userId }),
  });
  const ownUser = (world: World) => oneOf(present(world, 'users').flatMap(([, { id }]) => id ?? []));
  /** A user of its own, one who is shared, nobody, or somebody who is not there. */
  const author = (world: World) =>
    oneOf([ownUser(world), ownUser(world), oneOf(shared), undefined, random.chance(0.2) ? mintId() : undefined]);

  const createUser = (): Request => {
    const token = `${name}-${++count}`;
    return { verb: 'create', kind: 'users', token, members: userMembers(token), key: keyOf(token, 0.5) };
  };
  const keyOf = (token: string, share: number) => (random.chance(share) ? `key-${token}` : undefined);
  const createPost = (world: World): Request => {
    const token = `${name}-${++count}`;
    const userId = author(world);
    // A shared user has too many posts to look for one whose creation got lost.
    const share = userId && shared.includes(userId) ? 1 : 0.5;
    return { verb: 'create', kind: 'posts', token, members: postMembers(token, userId), key: keyOf(token, share) };
  };
  const place = (world: World, [token, resource]: [string, Partial<Resource>]): Request => {
    const { kind = random.pick(['users', 'posts']), id = mintId() } = resource;
    const members = kind === 'users' ? userMembers(token) : postMembers(token, author(world));
    return { verb: 'place', kind, token, members, id };
  };
  const patchOf = (world: World, [token, { kind, members }]: [string, Resource]): Patch => {
    if (kind === 'users') {
      const same = { email: members?.email?.toUpperCase() ?? email(token) };
      return random.pick<Patch>([{ name: `${token} ${word()}` }, { email: email(token) }, same, { ...members }]);
    }
    const author = { userId: ownUser(world) ?? null };
    return random.pick<Patch>([
      { title: `${token} ${word()}` },
      { content: random.pick([word(), null]) },
      { title: `${token} ${word()}`, ...author },
      random.pick([author, { userId: null }]),
      { ...members },
    ]);
  };
  /** Mostly nothing; else the tag that the resource has, or had. */
  const ifMatch = ({ etag, past }: Resource) => oneOf([undefined, undefined, '*', etag, etag, oneOf(past)]);

  const change = (world: World, entry: [string, Resource]): Request => {
    const [token, resource] = entry;
    // Most requests read, here as anywhere.
    if (random.chance(0.8)) return { verb: 'get', token, ifNoneMatch: random.chance(0.3) ? resource.etag : undefined };
    const shares = 20 + random.below(80);
    if (shares < 45) return { verb: 'patch', token, patch: patchOf(world, entry), ifMatch: ifMatch(resource) };
    if (shares < 70) {
      const members = resource.kind === 'users' ? userMembers(token) : postMembers(token, author(world));
      return { verb: 'replace', token, members, ifMatch: ifMatch(resource) };
    }
    if (shares < 75) return place(world, entry);
    if (shares < 80 && resource.kind === 'users')
      return { verb: 'find', email: resource.members?.email ?? email(token) };
    if (shares < 85 && resource.kind === 'users' && resource.id) return { verb: 'postsOf', userId: resource.id };
    // One that is interrupted leaves twice as many possible worlds with each post.
    const isForced = resource.kind === 'users' && postsOf(world, resource.id).length < 5 && random.chance(0.6);
    return { verb: 'remove', token, ifMatch: ifMatch(resource), isForced };
  };

  return (world: World): Request => {
    const users = present(world, 'users').length;
    if (users < 2 || (users < MOST_USERS && random.chance(0.1))) return createUser();
    if (present(world, 'posts').length < MOST_POSTS && random.chance(0.25)) return createPost(world);
    if (random.chance(0.05)) return place(world, [`${name}-${++count}`, {}]);
    // Few ask for what is gone: a lost answer to a write there stays unknown, and is rightly a 503.
    const isGone = random.chance(0.02);
    const entry = oneOf([...world].filter(([, { id, members }]) => id && isGone === !members));
    return entry ? change(world, entry) : createUser();
  };
};
