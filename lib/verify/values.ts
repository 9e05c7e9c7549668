import { randomBytes } from 'node:crypto';
import { mintId } from '../../functions/model/id';
import type { HttpAnswer } from './http';
import type { Row } from './parse';

/** Values by the names that rows have in braces. */
export type RowValues = Record<string, unknown>;

/** Replaces names in braces by their values, in texts at any depth. */
export const fill = <T>(given: T, values: RowValues): T => {
  const fillAny = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const [, whole = ''] = /^\{([\w.-]+)\}$/.exec(value) ?? [];
      if (whole in values) return values[whole];
      return value.replace(/\{([\w.-]+)\}/g, (text, name) => String(values[name] ?? text));
    }
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(fillAny);
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillAny(member)]));
  };
  return fillAny(given) as T;
};

/** Makes texts and ids that nobody else has, and a time long ago with three ids. */
export const valuesFor = (origin: string): RowValues => {
  const run = `verify-${randomBytes(8).toString('hex')}`;
  const pastMs = Math.floor(Math.random() * 1e12);
  const [createdSince = '', createdBefore = ''] = [pastMs, pastMs + 1].map((ms) => new Date(ms).toISOString());
  const [past1, past2, past3] = [1, 2, 3].map(() => mintId(pastMs)).sort();
  const ids = { nobody: mintId(), new: mintId(), past1, past2, past3 };
  const range = new URLSearchParams({ createdSince, createdBefore }).toString();
  return { origin, run, RUN: run.toUpperCase(), range, ...ids };
};

/** Names the path, the members and the headers of a response. */
export const valuesOf = ({ name, line }: Row, { headers, body }: HttpAnswer): RowValues => {
  const [path = ''] = line.replace(/^\S+ /, '').split('?');
  // Names the first item of a list.
  const item = Object(Array.isArray(body) ? body[0] : body);
  const { id } = item;
  const of = { ...headers, ...item, body, ID: String(id).toUpperCase() };
  const members = Object.entries(of).map(([key, value]) => [`${name}.${key}`, value]);
  return { [`${name}`]: !id || path.endsWith(id) ? path : `${path}/${id}`, ...Object.fromEntries(members) };
};
