import * as v from 'valibot';
import type { Fault } from './problem';
import type { Members } from './row';
import { shorten } from './shorten';

const PAGING = ['page', 'offset', 'skip', 'cursor', 'start'];

/** The parameters as the client sent them: the gateway's own map has joined repeated ones with commas. */
export const readQuery = (model: Members | undefined, rawQuery: string, faults: Fault[]) => {
  const fault = (parameter: string, detail: string) => faults.push({ code: 'invalid-query', parameter, detail });
  const allowed = Object.keys(model?.entries ?? {});
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
  if (!model) return undefined;
  const result = v.safeParse(model, Object.fromEntries(sound), { abortPipeEarly: true });
  for (const issue of result.issues ?? []) fault(String(issue.path?.[0]?.key), issue.message);
  return result.output;
};
