import { isDeepStrictEqual } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import { marshallOptions } from '../../../functions/kit/dynamodb/client';
import { mintId } from '../../../functions/kit/model/id';
import { chainOf } from '../../../functions/kit/rules/chain';
import { byService } from '../../../functions/kit/rules/conditions';
import { itemOf } from '../../../functions/kit/table/create';
import { byAttribute } from '../../../functions/kit/table/item';
import { keyOf } from '../../../functions/kit/table/keys';
import type { StreamRecord } from '../../../lib/local/streams/stream';
import { itemsOf, type StoredJson, type startTable } from '../explore/table';
import { notes, tallies } from './followed';
import type { Ledger } from './ledger';

/** Returns the number of reactions behind the write of a revision, which follows from its text. */
const depthOf = (rev: string) => rev.charCodeAt(0) % 3;

const withChain = (image: unknown) => {
  const { rev }: StoredJson = Object(image);
  if (!rev || depthOf(rev.S) === 0) return image;
  return { ...Object(image), rev: { S: `${rev.S}~${depthOf(rev.S)}` } };
};

/** Makes records of the writes of reactions out of those of requests. Some stay as they are. */
export const withChains = (records: readonly StreamRecord[]): readonly StreamRecord[] =>
  records.map(({ dynamodb, ...record }) => {
    const { OldImage, NewImage } = dynamodb;
    return { ...record, dynamodb: { ...dynamodb, OldImage: withChain(OldImage), NewImage: withChain(NewImage) } };
  });

type Item = ReturnType<typeof itemsOf>[number];
type Arrived = ReturnType<Ledger['arrived']>;

/** Returns what is wrong with the note of a change. */
const problemOf = ({ changeId, text, truth }: Arrived[number], found: Item | undefined) => {
  const { rev, updatedAt: _, ...item } = found ?? {};
  const [depth, chain] = [depthOf(`${(truth?.after ?? truth?.before)?.rev}`), chainOf(`${rev}`)];
  if (!found) return `the change ${changeId} has no note`;
  if (!isDeepStrictEqual(item, { ...keyOf(notes, changeId), ...byAttribute(notes, { text }) }))
    return `the note ${JSON.stringify(item)} is not of the change ${text}`;
  return chain === depth + 1 ? undefined : `the note ${changeId} has the revision ${rev} behind ${depth} reactions`;
};

/**
 * Table of the notes, in a database of its own without a stream, because the embedded one gets slower with each record: a write
 * takes 14 ms behind 3,000 transactions, and 1.5 ms without a stream.
 */
export type NotesTable = Awaited<ReturnType<typeof startTable>>;

/** Puts an empty tally into the table. Returns how the notes and the tally are judged, and taken away. */
export const openNotes = async ({ read, write }: NotesTable, isCounted: boolean) => {
  const tallyId = mintId();
  const empty = itemOf(tallies, tallyId, { ...byService(tallyId), body: { changes: 0 } });
  await write([], [marshall(empty, marshallOptions) as StoredJson]);
  return {
    tallyId: isCounted ? tallyId : undefined,
    end: async (arrived: Arrived) => {
      const found = await read();
      await write(found, []);
      const made = new Map(itemsOf(found).map((item) => [String(item.sk), item]));
      const tally = made.get(tallyId);
      made.delete(tallyId);
      const problems = arrived.flatMap((each) => problemOf(each, made.get(each.changeId)) ?? []);
      const foreign = [...made.keys()].filter((id) => !arrived.some(({ changeId }) => changeId === id));
      const counted = isCounted ? arrived.length : 0;
      const isMarked = chainOf(`${tally?.rev}`) > 0;
      return [
        ...problems,
        ...foreign.map((id) => `the note ${id} is of no change`),
        ...(tally?.changes === counted ? [] : [`the tally counts ${tally?.changes} changes instead of ${counted}`]),
        ...(isMarked === counted > 0 ? [] : [`the tally of ${counted} changes has the revision ${tally?.rev}`]),
      ];
    },
  };
};
