import type { Route } from '../../../functions/http/route';
import type { Random } from '../random';
import type { BodyFields, CollectionName } from './bodies';

/** The ids of existing resources, by collection. */
export type KnownIds = Readonly<Record<CollectionName, string[]>>;

/** Request under construction, and what is known about the status of its response. */
export type Draft = {
  readonly route: Route;
  readonly method: string;
  readonly known: KnownIds;
  /** The path before URL encoding. `{id}` stands for the id. */
  path: string;
  id?: string;
  query: string;
  readonly headers: Record<string, string>;
  body?: Buffer;
  /** The fields of a valid body. */
  fields?: BodyFields;
  /** Statuses of which the response must have one. Without any, the status must not be 400, 413 or 415. */
  readonly refusals: number[];
  /** False when the status and fields of the response are not checked against this draft. */
  isDecided: boolean;
};

/** Fills in one part of a request, either valid or hostile. A hostile part adds its statuses to `refusals`. */
export type DraftPart = (draft: Draft, random: Random, isHostile: boolean) => void;
