export type ResourceFields = Readonly<Record<string, string>>;

/** Knowledge of a client about a resource that it has created. */
export type KnownResource = {
  readonly kind: 'users' | 'posts';
  /** Undefined while the response to the creation is lost and no other response has shown the id. */
  readonly id?: string;
  /** Undefined after a deletion. */
  readonly fields?: ResourceFields;
  /** The ETag and `updatedAt` of the last write. Both are undefined until a response shows them. */
  readonly etag?: string;
  readonly updatedAt?: string;
  /** The ETags before the last write. No write may produce one of them again. */
  readonly pastEtags: readonly string[];
  /** The `updatedAt` before the last write. A later `updatedAt` must not be smaller. */
  readonly minUpdatedAt: string;
};

/**
 * A possible state of all resources of a client, by token. The token is the first word of a name or title. After a lost
 * response more than one world is possible.
 */
export type World = ReadonlyMap<string, KnownResource>;

export type PatchFields = Readonly<Record<string, string | null>>;

/** A request for a list: `isExpanded` asks for the author of each post. */
export type ListRequest = { isExpanded?: boolean } & (
  | { verb: 'find'; email: string }
  | { verb: 'postsOf'; userId: string }
  | { verb: 'byId'; kind: KnownResource['kind']; ids: readonly string[] }
  | { verb: 'range'; kind: KnownResource['kind']; sinceMs: number; beforeMs: number }
);

export type WorldRequest =
  | { verb: 'create'; kind: KnownResource['kind']; token: string; fields: ResourceFields; key?: string }
  | { verb: 'place'; kind: KnownResource['kind']; token: string; fields: ResourceFields; id: string }
  | { verb: 'replace'; token: string; fields: ResourceFields; ifMatch?: string }
  | { verb: 'patch'; token: string; patch: PatchFields; ifMatch?: string }
  | { verb: 'remove'; token: string; ifMatch?: string; isForced?: boolean }
  | { verb: 'get'; token: string; ifNoneMatch?: string }
  | ListRequest;

/** The response that a world predicts for a request, and the world after the request. */
export type Prediction = {
  readonly world: World;
  readonly status: number;
  readonly code?: string;
  /** The token of the resource that the response shows. */
  readonly shown?: string;
  /** The tokens of all resources of the client that a list must contain. */
  readonly listed?: readonly string[];
  readonly isReplay?: boolean;
};

export const existing = (world: World, kind: KnownResource['kind']) =>
  [...world].filter(([, resource]) => resource.kind === kind && resource.fields);

export const postsOf = (world: World, userId: string | undefined) =>
  existing(world, 'posts')
    .filter(([, { fields }]) => fields?.userId === userId)
    .map(([token]) => token);
