import type { RequestError } from './problem';

type ListQuery = { readonly id?: unknown; readonly createdSince?: unknown; readonly createdBefore?: unknown };

/** Checks the parameters of a list that depend on each other. Adds all errors to `errors`. */
export const checkListQuery = (query: ListQuery, rawQuery: string, errors: RequestError[]) => {
  const refuse = (parameter: string, detail: string) => errors.push({ code: 'invalid-query', parameter, detail });
  const { createdSince, createdBefore } = query;
  if (Number(createdSince) >= Number(createdBefore)) refuse('createdBefore', 'must be later than createdSince');
  const sent = new URLSearchParams(rawQuery);
  const isAlone = [...sent.keys()].every((name) => name === 'id' || name === 'expand');
  if (sent.has('id') && !isAlone) refuse('id', 'takes no page, order, time range or filter beside it');
};
