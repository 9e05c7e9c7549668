import { randomBytes } from 'node:crypto';
import type { Field } from './field';

const uuidV7 = /^[\da-fA-F]{8}-[\da-fA-F]{4}-7[\da-fA-F]{3}-[89abAB][\da-fA-F]{3}-[\da-fA-F]{12}$/;

export const isId = (value: string) => uuidV7.test(value);

export const idPattern = [uuidV7, 'must be a UUIDv7'] as const;
export const idListPattern = [uuidV7, 'must be a UUIDv7; repeat the parameter for each id'] as const;

/** Returns an id in lower case, as the service stores and shows all ids. */
export const parseId = (id: string) => id.toLowerCase();

export const Id = { pattern: idPattern, parse: parseId } satisfies Field;

/** Makes a UUIDv7 (RFC 9562): 48 bits of milliseconds, then 74 bits that are random unless they are given. */
export const mintId = (nowMs = Date.now(), bytes = randomBytes(16)) => {
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Returns the smallest id of a millisecond. */
export const firstIdAt = (ms: number) => {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** Returns the time inside an id, in milliseconds since 1970. */
export const createdAtMsOf = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Returns the time inside an id as an RFC 3339 string. */
export const createdAtOf = (id: string) => new Date(createdAtMsOf(id)).toISOString();

export const Timestamp = {
  pattern: [/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, 'must be a time in UTC, to the millisecond'],
} satisfies Field;

/** Maximum difference between two clocks. A time up to one minute ahead does not count as the future. */
export const MAX_CLOCK_SKEW_MS = 60_000;
