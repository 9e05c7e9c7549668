import { callerIdOf } from '../../../functions/http/caller';
import { pluralIn } from '../../../functions/model/relation';
import { resources } from '../../../functions/resources';
import type { Random } from '../random';
import type { HistoryFields, HistoryOperation } from './step';

/** A caller on a stage with ownership. */
export type HistoryCaller = {
  readonly name: string;
  /** Claims of the caller's token. */
  readonly claims: Record<string, string>;
  /** `owner` of the resources that the caller creates. */
  readonly owner: string;
  readonly isAdmin: boolean;
};

const callerOf = (name: string, right: 'write' | 'admin'): HistoryCaller => {
  const scope = resources.map(({ path }) => `${pluralIn(path)}:${right}`).join(' ');
  const claims = { iss: 'https://login.example/', sub: name, scope };
  const authorizer = { principalId: '', integrationLatency: 0, jwt: { claims, scopes: [] } };
  return { name, claims, owner: callerIdOf({ requestContext: { authorizer } }) ?? '', isAdmin: right === 'admin' };
};

export const ada = callerOf('ada', 'write');
export const bob = callerOf('bob', 'write');
export const admin = callerOf('admin', 'admin');

/** The callers of the clients on a stage with ownership. The client `-` prepares and ends a history. */
export const callers: Readonly<Record<string, HistoryCaller>> = { A: ada, B: bob, C: admin, D: ada, '-': admin };

/** The rules of a collection on a stage with ownership. */
export type OwnerRules = {
  /** True if foreign resources look absent, also to reads. */
  readonly isPrivate: boolean;
  /** The owner of each parent that only its owner may give a resource. */
  readonly parents: ReadonlyMap<string, string>;
};

/** Returns the limits that the rules set a caller. */
export const limitsOf = (caller?: HistoryCaller, rules?: OwnerRules): HistoryOperation['limits'] => {
  if (!caller || !rules || caller.isAdmin) return undefined;
  const { owner } = caller;
  const foreignParents = [...rules.parents].filter(([, other]) => other !== owner).map(([id]) => id);
  return { owner, isPrivate: rules.isPrivate, foreignParents };
};

/** Adds an owner to half of an admin's writes. */
export const withOwner = (fields: HistoryFields, caller: HistoryCaller | undefined, random: Random): HistoryFields =>
  caller?.isAdmin && random.chance(0.5) ? { ...fields, owner: random.pick([ada.owner, bob.owner]) } : fields;

/** Returns the fields that the service must store: a creation sets an owner, and only an admin may choose the owner. */
export const storedFields = (kind: HistoryOperation['kind'], set?: HistoryFields, caller?: HistoryCaller) => {
  if (!set || !caller || (caller.isAdmin && set.owner)) return set;
  const { owner: _, ...fields } = set;
  return kind === 'create' ? { ...fields, owner: caller.owner } : fields;
};
