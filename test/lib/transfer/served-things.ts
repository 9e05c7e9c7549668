import { entityOf } from '../../../functions/kit/entity';
import { type Field, optional, serverSet, storedAs, unique, withDefault } from '../../../functions/kit/model/field';
import { instant, integer } from '../../../functions/kit/model/kinds';
import { fieldsOfAll, responseOf } from '../../../functions/kit/model/models';
import { belongsTo } from '../../../functions/kit/model/relation';
import { sorted } from '../../../functions/kit/model/sorted';
import { states } from '../../../functions/kit/rules/states';
import { type Resource, versionOf } from '../../../functions/kit/site/openapi/resource';
import { resources } from '../../../functions/resources';

/*
 * Private things with fields that only handlers set, in two versions, and their parts, instead of the project's resources. A
 * test imports this file first, because other files read the list of resources when they are loaded.
 */

const text = { maxLength: 9 } satisfies Field;
const total = serverSet(sorted(withDefault(integer({ minimum: 0 }), 0)));
const code = serverSet(optional(unique(text)));
const status = serverSet(states({ draft: ['placed'], placed: ['shipped'] }));
const phase = states({ new: ['begun'], begun: ['done'] });

// The first version alone has `mood`, `grade` and `phase`. The second one alone has `label`, `status` and `paidAt`.
const input = { name: text, total, code, mood: withDefault(text, 'calm'), grade: serverSet(optional(text)), phase };
const renamed = { sum: storedAs('total', total), number: storedAs('code', code) };
const inputV2 = { name: text, ...renamed, label: optional(text), status, paidAt: serverSet(optional(instant)) };
const thingId = belongsTo({ attribute: 'thingId', parent: 'served_thing' });
const partInput = { thingId, price: integer() };

const fields = fieldsOfAll('SERVED_THING', input, inputV2);
const things = { collection: 'SERVED_THING', fields, isPrivate: true } as const;
/** Entity of the things, as a handler uses it. */
export const thingEntity = entityOf({ ...things, path: '/api/v1/served-things', model: responseOf(input) });
const second = entityOf({ ...things, path: '/api/v2/served-things', model: responseOf(inputV2) });
const parts = entityOf({ collection: 'SERVED_PART', path: '/api/v1/served-parts', model: responseOf(partInput) });

/** Ids of two things and two parts. */
export const [thing, otherThing, part, otherPart] = [1, 2, 3, 4].map(
  (digit) => `01890000-0000-7000-8000-00000000000${digit}`,
) as [string, string, string, string];

const examplesOf = (...stored: Resource['examples']['stored']) => {
  const example = { summary: 'One', request: {} };
  return { stored, create: example, replace: example, update: example };
};

/** First version of the things. */
export const one: Resource = {
  ...thingEntity,
  about: 'Things.',
  input,
  examples: examplesOf({ id: thing, name: 'a', total: 9, code: 'n1', grade: 'good' }, { id: otherThing, name: 'b' }),
};
/** Second version, which shows the most fields. */
export const two = versionOf(one, { ...second, input: inputV2 });
export const ofThings: Resource = {
  ...parts,
  about: 'Parts of things.',
  input: partInput,
  examples: examplesOf({ id: part, thingId: thing, price: 5 }, { id: otherPart, thingId: otherThing, price: 6 }),
};

(resources as Resource[]).splice(0, resources.length, one, two, ofThings);
