import { Problem } from './problem';

/** Caller of a request on a stage with ownership. Other stages, and public routes, have no caller. */
export type Caller = { readonly id: string | undefined; readonly isAdmin: boolean };

/** Part of a request that every function of table/ asks for, so that no route can forget the check of the owner. */
export type WithCaller = { readonly caller: Caller | undefined; readonly notFoundDetail?: string };

export const READ_ONLY: readonly string[] = ['id', 'createdAt', 'updatedAt'];

export const notOwner = (detail = 'Only the owner may do this.') => new Problem(403, 'not-owner', detail);
