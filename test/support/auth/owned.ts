import { ownerIdOf } from '../../../functions/kit/http/caller';
import { creatorOf } from '../creator';
import { allScopes } from '../declared';
import { ask } from '../resources';

const iss = 'https://login.example/';
const scope = allScopes('read', 'write');

/** Claims of each caller's token. */
export const callers = {
  owner: { iss, sub: 'ada', scope },
  stranger: { iss, sub: 'bob', scope },
  'client with the name of the owner': { iss, client_id: 'ada', scope },
  'owner at another issuer': { iss: 'https://other.example/', sub: 'ada', scope },
  admin: { iss, sub: 'eve', scope: allScopes('admin') },
  'caller without a subject': { iss, scope },
};
export type Role = keyof typeof callers;
export const roles = Object.keys(callers) as Role[];

/** Returns `owner` of a resource that the caller creates. */
export const ownerOf = (role: Role) =>
  ownerIdOf({ requestContext: { authorizer: { jwt: { claims: callers[role] } } } });

type Parts = NonNullable<Parameters<typeof ask>[1]>;

export const askAs = (role: Role, line: string, parts: Parts = {}) => ask(line, { ...parts, claims: callers[role] });

/** Turns ownership on or off in the handlers of this process, for the tests of a file or block. */
export const useOwnership = (ownership = 'true') => {
  beforeAll(() => {
    process.env.OWNERSHIP = ownership;
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
      const response = await askAs('admin', line, { body: { ...body, ...(role && { owner: ownerOf(role) }) } });
      process.env.OWNERSHIP = 'true';
      return response;
    },
  });

/** Makes bodies and resources as the caller, who then owns them. */
export const creatorAs = (role: Role) => creatorOf({ ask: (line, parts) => askAs(role, line, parts) });
