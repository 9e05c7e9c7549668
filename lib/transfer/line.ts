import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export const collections = { user: '/api/v1/users', post: '/posts' } as const;
export type Kind = keyof typeof collections;

export const kinds = Object.keys(collections) as Kind[];

/** A line of a file: `{"user":{"id":…}}` or `{"post":{"id":…}}`. */
export type Line = { readonly number: number; readonly text: string; readonly kind?: Kind; readonly resource: object };

/** Reads a line; the number is its place in the file. */
export const parse = (text: string, number: number): Line => {
  try {
    const value: unknown = JSON.parse(text);
    const [[name, resource] = []] = value instanceof Object ? Object.entries(value) : [];
    const kind = kinds.find((known) => known === name);
    return { number, text, kind, resource: Object(resource) };
  } catch {
    return { number, text, resource: {} };
  }
};

/** Writes a line as every export does. */
export const serialize = (kind: Kind, resource: object) => `${JSON.stringify({ [kind]: resource })}\n`;

/** Every line of a file that has something in it. */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 0;
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() !== '') yield parse(text, number);
  }
}
