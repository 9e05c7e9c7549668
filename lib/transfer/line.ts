import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { nounOf, type Resource } from '../../functions/http/resource';
import { pathOf, type Row, type Verb, verbOf } from '../../functions/http/row';
import { resourceOf, resources } from '../../functions/resources';
import * as routes from '../../functions/routes';

/** Resources of the service by kind, such as `post`. A parent comes before its children. */
export const kinds: ReadonlyMap<string, Resource> = new Map(resources.map((resource) => [nounOf(resource), resource]));

/** Returns the row of a kind for one of the service's verbs. */
export const rowOf = (kind: string, verb: Verb) => {
  const resource = kinds.get(kind);
  const found = Object.values<Row>(routes).find((row) => resourceOf(row) === resource && verbOf(row) === verb);
  if (!found) throw new Error(`No route of "${kind}" has the verb ${verb}`);
  return found;
};

/** Returns the path of the collection that holds a kind of resource. */
export const pathOfKind = (kind: string) => pathOf(rowOf(kind, 'list'));

/** Line of a file, such as `{"user":{"id":…}}` or `{"post":{"id":…}}`. A line of another form has no kind. */
export type TransferLine = {
  readonly number: number;
  readonly text: string;
  readonly kind?: string;
  readonly resource: object;
};

/** Parses a line. `number` is the line number in the file. */
export const parseLine = (text: string, number: number): TransferLine => {
  try {
    const value: unknown = JSON.parse(text);
    const [[name, resource] = []] = value instanceof Object ? Object.entries(value) : [];
    const kind = name !== undefined && kinds.has(name) ? name : undefined;
    return { number, text, kind, resource: Object(resource) };
  } catch {
    return { number, text, resource: {} };
  }
};

/** Serializes a resource as a line of an export. */
export const serializeLine = (kind: string, resource: object) => `${JSON.stringify({ [kind]: resource })}\n`;

/** Parses and yields the lines of a file, without blank lines. */
export async function* readLines(file: string): AsyncGenerator<TransferLine> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() !== '') yield parseLine(text, number);
  }
}
