import type { Row } from '../../../functions/http/row';
import type { Random } from '../random';
import type { BodyFields, CollectionName } from './bodies';

/** The ids of existing resources, by collection. */
export type KnownIds = Readonly<Record<CollectionName, string[]>>;

/** A request under construction, with the statuses that its response may have. */
export type Draft = {
  readonly row: Row;
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
  /** The statuses with which the request must be refused. Without any, a decided request must be accepted. */
  readonly refusals: number[];
  /** False when the contract leaves open whether the request is accepted. */
  isDecided: boolean;
};

/** Fills in one part of a request, either valid or hostile. A hostile part must be refused. */
export type DraftPart = (draft: Draft, random: Random, isHostile: boolean) => void;
