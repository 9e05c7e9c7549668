import type { StreamRecord } from '../../../../lib/local/streams/stream';

/** Makes the record of a change in a stream, with this sequence number. */
export const recordOf = (number: number, pk = 'A', ageMs = 0): StreamRecord => ({
  eventID: `${number}`,
  dynamodb: {
    SequenceNumber: `${number}`,
    ApproximateCreationDateTime: (Date.now() - ageMs) / 1000,
    Keys: { pk: { S: pk } },
  },
});

/** Returns the sequence numbers of records. */
export const numbersOf = (records: readonly StreamRecord[]) =>
  records.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
