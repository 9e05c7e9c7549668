import { type Members, readValues } from '../model/member';
import { shorten } from '../model/shorten';
import type { Fault } from './problem';

const PAGING = ['page', 'offset', 'skip', 'cursor', 'start'];

/** The parameters as the client sent them: the gateway's own map has joined repeated ones with commas. */
export const readQuery = (model: Members, rawQuery: string, faults: Fault[]) => {
  const fault = (parameter: string, detail: string) => faults.push({ code: 'invalid-query', parameter, detail });
  const allowed = Object.keys(model);
  const given = new URLSearchParams(rawQuery);
  const sound = new Map<string, string | undefined>();
  for (const name of new Set(given.keys())) {
    const values = given.getAll(name);
    if (!allowed.includes(name)) {
      const instead = PAGING.includes(name) && allowed.includes('after') ? '; to page, follow the Link header' : '';
      const list = allowed.length > 0 ? `allowed are ${allowed.join(', ')}` : 'this route takes none';
      fault(shorten(name), `is not a parameter; ${list}${instead}`);
    } else if (values.length > 1)
      fault(name, `is given ${values.length} times; allowed is once; parameters are ${allowed.join(', ')}`);
    else if (values[0] === '')
      fault(name, `is empty; leave it out or give a value; parameters are ${allowed.join(', ')}`);
    else sound.set(name, values[0]);
  }
  return readValues(model, Object.fromEntries(sound), fault);
};
