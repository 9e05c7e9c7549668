import { isOwnershipOn } from '../environment';
import { errorOf, readValues } from '../model/check';
import { lettersOf } from '../model/did-you-mean';
import type { Fields, Issue } from '../model/field';
import { SORTING } from '../model/page';
import { shorten } from '../model/text';
import { addError, MAX_ERRORS } from './errors';
import type { QueryReader, Route } from './route';

/** Adds to the error for an unknown parameter the one that the client probably means, such as `; did you mean after?`. */
const hintFor = (name: string, model: Fields) => {
  const letters = lettersOf(name);
  const isMeant = (word: string) => lettersOf(word) === letters;
  const meant = Object.keys(model).find((known) => [known, ...(model[known]?.aliases ?? [])].some(isMeant));
  if (!meant) return '';
  return meant === 'after' ? '; to page, follow the Link header' : `; did you mean ${meant}?`;
};

/**
 * Parses the raw query, because the gateway's map joins repeated parameters by commas. A `+` is a plus, as in `code=a+b` and
 * `+01:00`, and a space is `%20`.
 */
export const parseQuery = (rawQuery: string) => new URLSearchParams(rawQuery.replaceAll('+', '%2B'));

/** Refuses all parameters of a route without a query. The bundle of such a route lacks `readQuery`, which is 2 kB. */
const refuseQuery: QueryReader = (_, rawQuery, errors) => {
  const issue: Issue = ['unknown', 'is not a parameter; this route takes none'];
  for (const name of new Set(parseQuery(rawQuery).keys())) addError(errors, 'parameter', shorten(name), issue);
  return {};
};

/** Returns the reader of a query that does not page. */
export const readerOf = ({ readQuery = refuseQuery }: Route) => readQuery;

/** Checks the query by a model. */
export const readQuery: QueryReader = (model, rawQuery, errors) => {
  // Returns nothing, so that a refused value is undefined.
  const refuse = (name: string, issue: Issue) => void addError(errors, 'parameter', name, issue);
  const names = Object.keys(model);
  const allowed = `allowed: ${names.join(', ')}`;
  const sent = parseQuery(rawQuery);
  const accepted: Record<string, string | undefined> = {};
  const repeated: Record<string, readonly unknown[]> = {};
  for (const name of new Set(sent.keys())) {
    const { items, maxItems = 1 } = model[name] ?? {};
    // Reads the values and the hints of few names only, because a query can hold 3,300 names.
    const values = names.includes(name) ? sent.getAll(name) : [];
    const hint = values.length > 0 || errors.length >= MAX_ERRORS ? '' : hintFor(name, model);
    if (values.length === 0) refuse(shorten(name), ['unknown', `is not a parameter; ${allowed}${hint}`]);
    else if (values.length > maxItems)
      refuse(name, ['repeated', `is given ${values.length} times; the maximum is ${maxItems}; ${allowed}`]);
    else if (values.includes('')) refuse(name, ['too-short', `is empty; leave it out or give a value; ${allowed}`]);
    else if (items) {
      const error = values.map((value) => errorOf(items, value)).find(Boolean);
      if (error) refuse(name, error);
      repeated[name] = [...new Set(values.map(items.parse ?? String))];
    } else accepted[name] = values[0];
  }
  const values = readValues(model, accepted, refuse);
  return { ...values, ...repeated };
};

/** Checks the query of a list, and how its parameters go together. Only the bundles of lists hold this. */
export const readPageQuery: QueryReader = ({ owner, ...others }, rawQuery, errors) => {
  const model = isOwnershipOn() && owner ? { ...others, owner } : others;
  const values = readQuery(model, rawQuery, errors);
  const sorting = model.sort?.readSort?.(values, (name, issue) => addError(errors, 'parameter', name, issue));
  // A missing bound is NaN, and no comparison with NaN holds.
  if (Number(values.createdSince) >= Number(values.createdBefore))
    addError(errors, 'parameter', 'createdBefore', [
      'too-small',
      'must be later than createdSince, by a millisecond or more',
    ]);
  const query = parseQuery(rawQuery);
  // Accepts `limit` and `order` beside ids without effect, because generated clients send the defaults of both.
  const beside = Object.keys(model).filter((name) => query.has(name) && !/^(id|limit|order|expand)$/.test(name));
  if (query.has('id') && beside.length > 0)
    addError(errors, 'parameter', 'id', ['conflict', `cannot be combined with ${beside.join(', ')}`]);
  return { ...values, [SORTING]: sorting };
};
