import { errorOf, type Fields, readValues } from '../model/field';
import { shorten } from '../model/text';
import type { ProblemError } from './problem';

/** Returns the end of the error for an unknown parameter: the parameter that the client probably means. */
const hintFor = (name: string, model: Fields) => {
  const meant = Object.keys(model).find((known) => model[known]?.aliases?.includes(name));
  if (!meant) return '';
  return meant === 'after' ? '; to page, follow the Link header' : `; did you mean ${meant}?`;
};

/** Checks the query by a model. Parses the raw query, because the gateway's map joins repeated parameters by commas. */
export const readQuery = (model: Fields, rawQuery: string, errors: ProblemError[]): Record<string, unknown> => {
  const addError = (parameter: string, detail: string) => errors.push({ code: 'invalid-query', parameter, detail });
  const allowed = Object.keys(model);
  const sent = new URLSearchParams(rawQuery);
  const sentWithPlus = new URLSearchParams(rawQuery.replaceAll('+', '%2B'));
  const accepted: Record<string, string | undefined> = {};
  const repeated: Record<string, readonly unknown[]> = {};
  for (const name of new Set(sent.keys())) {
    const field = model[name] ?? {};
    const { maxItems, hasPlus, parse = String } = field;
    const values = (hasPlus ? sentWithPlus : sent).getAll(name);
    if (!allowed.includes(name)) {
      const list = allowed.length > 0 ? `allowed: ${allowed.join(', ')}` : 'this route takes none';
      addError(shorten(name), `is not a parameter; ${list}${hintFor(name, model)}`);
    } else if (values.length > (maxItems ?? 1)) {
      const max = maxItems ? `at most ${maxItems} times` : 'once';
      addError(name, `is given ${values.length} times; allowed: ${max}; parameters are ${allowed.join(', ')}`);
    } else if (values.includes(''))
      addError(name, `is empty; leave it out or give a value; parameters are ${allowed.join(', ')}`);
    else if (maxItems) {
      const wrong = values.find((value) => errorOf(field, value));
      const hint = wrong?.includes(',') ? `; repeat the parameter for each ${name}` : '';
      if (wrong) addError(name, `${errorOf(field, wrong)}${hint}`);
      repeated[name] = [...new Set(values.map(parse))];
    } else accepted[name] = values[0];
  }
  const values = readValues(model, accepted, addError);
  // A missing bound is NaN, and no comparison with NaN holds.
  if (Number(values.createdSince) >= Number(values.createdBefore))
    addError('createdBefore', 'must be later than createdSince, by a millisecond or more');
  // Accepts `limit` and `order` beside ids, because generated clients send the defaults of both. Both have no effect there.
  const besideIds = ['id', 'expand', 'limit', 'order'];
  const others = allowed.filter((name) => sent.has(name) && !besideIds.includes(name));
  if (sent.has('id') && others.length > 0) addError('id', `cannot be combined with ${others.join(', ')}`);
  return { ...values, ...repeated };
};
