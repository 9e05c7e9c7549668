import { callerIdOf } from '../../../functions/http/caller';
import type { Resource } from '../../../functions/http/resource';
import { pluralIn } from '../../../functions/model/relation';
import { resources } from '../../../functions/resources';
import { creatorOf } from '../every-resource';
import { ask } from '../resources';

const iss = 'https://login.example/';
const plurals = resources.map(({ path }) => pluralIn(path));
const scopesOf = (...rights: string[]) =>
  plurals.flatMap((plural) => rights.map((right) => `${plural}:${right}`)).join(' ');
const scope = scopesOf('read', 'write');

/** Claims of each caller's token. */
export const callers = {
  owner: { iss, sub: 'ada', scope },
  stranger: { iss, sub: 'bob', scope },
  'client with the name of the owner': { iss, client_id: 'ada', scope },
  'owner at another issuer': { iss: 'https://other.example/', sub: 'ada', scope },
  admin: { iss, sub: 'eve', scope: scopesOf('admin') },
  'caller without a subject': { iss, scope },
};
export type Role = keyof typeof callers;
export const roles = Object.keys(callers) as Role[];

/** Returns `owner` of a resource that the caller creates. */
export const ownerOf = (role: Role) =>
  callerIdOf({ requestContext: { authorizer: { jwt: { claims: callers[role] } } } });

type Parts = NonNullable<Parameters<typeof ask>[1]>;

export const askAs = (role: Role, line: string, parts: Parts = {}) => ask(line, { ...parts, claims: callers[role] });

/** Turns ownership on in the handlers of this process, for the tests of a file. */
export const useOwnership = () => {
  beforeAll(() => {
    process.env.OWNERSHIP = 'true';
  });
  afterAll(() => {
    delete process.env.OWNERSHIP;
  });
};

/** Makes bodies and resources. An admin creates each for its owner, or without an owner in the time before ownership. */
export const creatorFor = (role?: Role) =>
  creatorOf({
    ask: async (line, { body }) => {
      if (!role) process.env.OWNERSHIP = '';
      const owner = role && { owner: ownerOf(role) };
      const { status = 0, headers = {}, body: created } = await askAs('admin', line, { body: { ...body, ...owner } });
      process.env.OWNERSHIP = 'true';
      return { status, headers, body: created };
    },
  });

/** Returns a body that creates a resource without a parent. */
export const parentlessBody = async (resource: Resource) => {
  const body = await creatorFor('owner').requestFor(resource, 'create');
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== resource.relation?.attribute));
};

const createAs = async (role: Role, path: string, body: object) => {
  const { status, body: created } = await askAs(role, `POST ${path}`, { body });
  if (status !== 201) throw new Error(`POST ${path} answers ${status}: ${JSON.stringify(created)}`);
  return { ...created, path: `${path}/${created.id}` };
};

let addresses = 0;

/** Creates a user as the caller. */
export const createUser = (role: Role) =>
  createAs(role, '/api/v1/users', { name: 'Ada', email: `${++addresses}@owned.example` });

/** Creates a post as the caller. */
export const createPost = (role: Role, body: object = {}) => createAs(role, '/posts', { title: 'A title', ...body });

/** Returns the status, the code, and the place of the first error of a response. */
export const outcomeOf = async (sent: ReturnType<typeof askAs>) => {
  const { status, body } = await sent;
  return [status, body?.code, body?.errors?.[0]?.pointer];
};
