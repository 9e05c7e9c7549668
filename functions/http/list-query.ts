import type { Fields } from '../model/field';
import type { RequestError } from './problem';

type SentQuery = { readonly model: Fields; readonly sent: URLSearchParams };

/** Checks the parameters of a list that depend on each other. Adds all errors to `errors`. */
export const checkListQuery = (
  { createdSince, createdBefore }: Readonly<Record<string, unknown>>,
  { model, sent }: SentQuery,
  errors: RequestError[],
) => {
  const refuse = (parameter: string, detail: string) => errors.push({ code: 'invalid-query', parameter, detail });
  // A missing bound is NaN, and no comparison with NaN holds.
  if (Number(createdSince) >= Number(createdBefore))
    refuse('createdBefore', 'must be later than createdSince, by a millisecond or more');
  const others = Object.keys(model).filter((name) => sent.has(name) && name !== 'id' && name !== 'expand');
  if (sent.has('id') && others.length > 0) refuse('id', `cannot stand beside ${others.join(', ')}`);
};
