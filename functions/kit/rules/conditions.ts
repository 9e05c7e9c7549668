import { Problem } from './problem';

/** Values of `If-Match` and `If-None-Match`: `*`, or revisions. A revision is an entity tag without its quotes. */
export type Precondition = { readonly ifMatch?: '*' | string[]; readonly ifNoneMatch?: '*' | string[] };

/** Idempotency key, hashed with the caller. `sent` is the body as the client sent it. */
export type IdempotencyKey = Readonly<Record<'route' | 'key', string>> & {
  readonly sent: Readonly<Record<string, unknown>>;
};

/** Maximum number of tags in a header. A write sends them in one IN, which takes at most 100 values in DynamoDB. */
export const MAX_TAGS = 100;

const failed = (code: string, detail: string, rev: string) =>
  new Problem(412, code, `${detail}; its current ETag is in the headers.`, { rev });

export const exists = (rev: string) => failed('exists', 'The resource is already there', rev);

const includes = (wanted: '*' | string[] | undefined, rev: string) => wanted === '*' || wanted?.includes(rev) === true;

export const isNotModified = ({ ifNoneMatch }: Precondition, rev: string) => includes(ifNoneMatch, rev);

/** Throws 412 if `If-Match` does not have this revision. */
export const checkIfMatch = ({ ifMatch }: Precondition, rev: string) => {
  if (ifMatch === undefined || includes(ifMatch, rev)) return;
  throw failed('stale', 'The resource is no longer as If-Match says', rev);
};

/** Throws 412 if `If-Match` or `If-None-Match` forbids a write to a resource at this revision. */
export const checkPrecondition = (precondition: Precondition, rev: string) => {
  checkIfMatch(precondition, rev);
  if (includes(precondition.ifNoneMatch, rev)) throw exists(rev);
};

/** Caller of a request on a stage with ownership. Other stages, and public routes, have no caller. */
export type Caller = { readonly id: string | undefined; readonly isAdmin: boolean };

/** Claims that a route declares, where it has no caller. The functions of table/ take them for no caller. */
export type Claimant<Name extends string = never> = {
  readonly id?: undefined;
  readonly claims: Readonly<Record<Name, string | undefined>>;
};

/** Part of a request that every function of table/ asks for, so that no route can forget the check of the owner. */
export type WithCaller = { readonly caller: Caller | Claimant | undefined; readonly notFoundDetail?: string };

/** Tells whether a caller may change only what it owns. This holds for all callers but admins, on a stage with ownership. */
export const mustOwn = (caller: Partial<Caller> | undefined) => caller?.isAdmin === false;

/**
 * Returns the request of the service itself for a resource, whoever owns it: of a job, a webhook or the consumer of a queue.
 * @example remove(orders, byService(id))
 */
export const byService = (id: string) => ({ id, precondition: {}, caller: { id: undefined, isAdmin: true } });

export const READ_ONLY: readonly string[] = ['id', 'createdAt', 'updatedAt'];

/** Returns the 403 for a caller who may not do this. */
export const notOwner = (detail = 'Only the owner may do this.') => new Problem(403, 'not-owner', detail);
