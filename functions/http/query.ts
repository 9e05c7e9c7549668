import { type Fields, readValues } from '../model/field';
import { shorten } from '../model/shorten';
import type { RequestError } from './problem';

/** Names of parameters that page through lists in other APIs. */
const PAGING_NAMES = ['page', 'offset', 'skip', 'cursor', 'start'];

/** Checks the query by a model. Parses the raw query, because the gateway's map joins repeated parameters by commas. */
export const readQuery = (model: Fields, rawQuery: string, errors: RequestError[]) => {
  const refuse = (parameter: string, detail: string) => errors.push({ code: 'invalid-query', parameter, detail });
  const allowed = Object.keys(model);
  const sent = new URLSearchParams(rawQuery);
  const accepted = new Map<string, string | undefined>();
  for (const name of new Set(sent.keys())) {
    const values = sent.getAll(name);
    if (!allowed.includes(name)) {
      const hint = PAGING_NAMES.includes(name) && allowed.includes('after') ? '; to page, follow the Link header' : '';
      const list = allowed.length > 0 ? `allowed are ${allowed.join(', ')}` : 'this route takes none';
      refuse(shorten(name), `is not a parameter; ${list}${hint}`);
    } else if (values.length > 1)
      refuse(name, `is given ${values.length} times; allowed is once; parameters are ${allowed.join(', ')}`);
    else if (values[0] === '')
      refuse(name, `is empty; leave it out or give a value; parameters are ${allowed.join(', ')}`);
    else accepted.set(name, values[0]);
  }
  return readValues(model, Object.fromEntries(accepted), refuse);
};
