import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

/** Path of the collection that holds each kind of resource. */
export const collections = { user: '/api/v1/users', post: '/posts' } as const;
export type ResourceKind = keyof typeof collections;

export const resourceKinds = Object.keys(collections) as ResourceKind[];

/** Line of a file, such as `{"user":{"id":…}}` or `{"post":{"id":…}}`. A line of another form has no kind. */
export type TransferLine = {
  readonly number: number;
  readonly text: string;
  readonly kind?: ResourceKind;
  readonly resource: object;
};

/** Parses a line. `number` is the line number in the file. */
export const parseLine = (text: string, number: number): TransferLine => {
  try {
    const value: unknown = JSON.parse(text);
    const [[name, resource] = []] = value instanceof Object ? Object.entries(value) : [];
    const kind = resourceKinds.find((known) => known === name);
    return { number, text, kind, resource: Object(resource) };
  } catch {
    return { number, text, resource: {} };
  }
};

/** Serializes a resource as a line of an export. */
export const serializeLine = (kind: ResourceKind, resource: object) => `${JSON.stringify({ [kind]: resource })}\n`;

/** Parses and yields the lines of a file, without blank lines. */
export async function* readLines(file: string): AsyncGenerator<TransferLine> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() !== '') yield parseLine(text, number);
  }
}
