import type { Row } from '../../../functions/http/row';
import type { Random } from '../random';
import type { Collection, Members } from './bodies';

/** Ids of resources that are there. */
export type Known = Readonly<Record<Collection, string[]>>;

/** A request in the making, and what must become of it. */
export type Draft = {
  readonly row: Row;
  readonly method: string;
  readonly known: Known;
  /** The path, not encoded; `{id}` stands for the id. */
  path: string;
  id?: string;
  query: string;
  readonly headers: Record<string, string>;
  body?: Buffer;
  /** The members of a body that is sound. */
  members?: Members;
  /** It must be refused, with one of these; when there are none and it is sure, it must not be refused. */
  readonly refusals: number[];
  /** False when the contract leaves open what becomes of it. */
  isSure: boolean;
};

/** Fills in one part of a request, soundly or so that it must be refused. */
export type Part = (draft: Draft, random: Random, isHostile: boolean) => void;
