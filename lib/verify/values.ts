import { randomBytes } from 'node:crypto';
import { mintId } from '../../functions/kit/model/id';
import type { Row } from './groups';
import type { HttpResponse } from './http';

/** Values by the names that rows have in braces. */
type RowValues = Record<string, unknown>;

/** Replaces names in braces by their values. A name in quotes becomes the JSON of its value. */
export const fill = (text: string, values: RowValues) =>
  text.replace(/("?)\{([\w.-]+)\}\1/g, (given, quote, name) => {
    if (!(name in values)) return given;
    return quote ? JSON.stringify(values[name]) : String(values[name]);
  });

/** Makes texts and ids that nobody else has. */
export const valuesFor = (origin: string): RowValues => {
  const run = `verify-${randomBytes(8).toString('hex')}`;
  return { origin, run, nobody: mintId(), new: mintId() };
};

const firstResource = (body: unknown) => Object(Array.isArray(body) ? body[0] : body);

/** Returns the path of the resource of a response. A response without a body may have it in `Location`. */
export const createdPathOf = (line: string, { headers, body }: HttpResponse) => {
  const { pathname } = new URL(headers.location ?? line.replace(/^\S+ /, ''), 'http://localhost');
  const { id } = firstResource(body);
  return !id || pathname.endsWith(id) ? pathname : `${pathname}/${id}`;
};

/** Names the path, the members and the headers of a response, and the path of its next page. */
export const valuesOf = (row: Row, response: HttpResponse): RowValues => {
  const { headers, body } = response;
  const resource = firstResource(body);
  const [, next] = /<(?:https?:\/\/[^/]+)?([^>]+)>; rel="next"/.exec(`${headers.link}`) ?? [];
  const members = Object.entries({ ...headers, ...resource, body, next, ID: String(resource.id).toUpperCase() });
  const named = members.map(([key, value]) => [`${row.name}.${key}`, value]);
  return { [`${row.name}`]: createdPathOf(row.line, response), ...Object.fromEntries(named) };
};
