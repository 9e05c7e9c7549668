import { type ExampleResource, nounOf, type Resource } from '../../http/resource';
import type { Row, Verb } from '../../http/row';
import { pluralIn } from '../../model/belonging';
import type { Fields } from '../../model/field';
import { createdAtOf } from '../../model/id';

/** Example of an operation. Without `response`, the response is the problem whose code is the example's key. */
export type OperationExample = { readonly summary: string; readonly request?: object; readonly response?: unknown };

/** Id of a resource that an example creates. */
const newId = '01a1f3ad-8e00-7000-8000-00000000000c';
/** Id of no resource. */
const missingId = '01890000-0000-7000-8000-000000000000';

/** Returns a resource as a response shows it: the fields in the order of the model, with the times of the id. */
const represent = (model: Fields, resource: Readonly<Record<string, unknown>>) => {
  const time = createdAtOf(String(resource.id));
  const all: Record<string, unknown> = { ...resource, createdAt: time, updatedAt: time };
  return Object.fromEntries(Object.keys(model).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])));
};

/** Returns the fields that the service stores for the body of a request. */
const storedFields = (row: Row, request: object) => {
  const sent: Record<string, unknown> = { ...request };
  return Object.fromEntries(
    Object.entries(row.takes ?? {}).flatMap(([name, field]) => {
      const value = sent[name] === null ? field.reset : (sent[name] ?? field.default);
      return name in sent || value !== undefined ? [[name, value]] : [];
    }),
  );
};

const responseOf = (row: Row, verb: Verb, request: object, [older]: readonly ExampleResource[]) => {
  const fields = storedFields(row, request);
  if (verb === 'create') return represent(row.returns ?? {}, { id: newId, ...fields });
  return represent(row.returns ?? {}, verb === 'update' ? { ...older, ...fields } : { id: older?.id, ...fields });
};

/** Returns the examples of a route, by name. A test stores the resources of the examples, and sends every example. */
export const examplesOf = (resource: Resource, verb: Verb | undefined, row: Row): [string, OperationExample][] => {
  const { examples, path, belongsTo } = resource;
  const { stored, more } = examples;
  const noun = nounOf(resource);
  const model = row.returns ?? {};
  if (verb === 'list') {
    const response = stored.map((each) => represent(model, each)).reverse();
    return [[pluralIn(path), { summary: `A page of ${pluralIn(path)}`, response }]];
  }
  // A route beside the six of a resource may return a part of the resource.
  if (verb === 'get' || !verb) return [[noun, { summary: `A ${noun}`, response: represent(model, stored[0]) }]];
  if (verb === 'remove')
    return [[noun, { summary: `The deleted ${noun}, if preferred`, response: represent(model, stored[1]) }]];
  const given = Object.entries({ [noun]: examples[verb], ...more?.[verb] });
  const known = given.map(([key, { summary, request }]): [string, OperationExample] => {
    if (key in (resource.problems ?? {})) return [key, { summary, request }];
    return [key, { summary, request, response: responseOf(row, verb, request, stored) }];
  });
  if (!belongsTo) return known;
  const request = { ...(verb === 'update' ? {} : examples[verb].request), [belongsTo.attribute]: missingId };
  return [...known, [`unknown-${belongsTo.parent}`, { summary: `An id of no ${belongsTo.parent}`, request }]];
};
