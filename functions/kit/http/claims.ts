import type { Caller, Claimant } from '../rules/conditions';
import { tokenOf, type WithToken } from './event';

/** Caller with claims. Has these alone where a request has no caller. */
export type Claimed<Name extends string> = Claimant<Name> | (Caller & Pick<Claimant<Name>, 'claims'>);

/** Claims that a handler reads. `addTo` adds them to the caller of a request. */
export type Claims<Name extends string = string> = {
  readonly names: readonly Name[];
  readonly addTo: (caller: Caller | undefined, event: WithToken) => Claimed<Name>;
};

/**
 * Lets a handler read claims of the token, as the gateway gives them, and no others.
 * @example claims: claimsOf('custom:tenant')
 */
export const claimsOf = <const Name extends string>(...names: readonly Name[]): Claims<Name> => ({
  names,
  addTo: (caller, event) => {
    const token = tokenOf(event);
    const claims = Object.fromEntries(names.map((name) => [name, token[name]])) as Claimed<Name>['claims'];
    return caller ? { ...caller, claims } : { claims };
  },
});
