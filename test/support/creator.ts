import { nounOf } from '../../functions/kit/entity';
import { parentsOf, relationsOf } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { isRequired } from '../../lib/models/stored-models';
import { validBody } from '../../lib/models/valid-body';
import type { HttpResult } from './http';

type Parts = { readonly headers?: Record<string, string>; readonly body: object };
type Created = Pick<HttpResult, 'status' | 'body'> & { readonly headers: object };
type Service = { readonly ask: (line: string, parts: Parts) => Promise<Created> };
type Values = Readonly<Record<string, unknown>>;

let count = 0;
const unique = (value: unknown) => (typeof value === 'number' ? value + ++count : `${++count}${value}`);

/** Creates resources of every kind from their examples, with parents and unique values of their own. */
export const creatorOf = ({ ask }: Service) => {
  /** Returns a body from the examples, with these values. `undefined` leaves a field out. */
  const requestFor = async (resource: Resource, verb: 'create' | 'replace' | 'update', values: Values = {}) => {
    const body = { ...validBody(resource, { example: resource.examples[verb].request, unique }), ...values };
    for (const { attribute, parent } of relationsOf(resource)) {
      const found = parentsOf(resource).find((each) => nounOf(each) === parent);
      if (found && attribute in body && !(attribute in values)) body[attribute] = (await create(found)).id;
    }
    return body;
  };
  /** Returns the resource with its path and its ETag, whose names no field has. */
  const create = async (
    resource: Resource,
    values?: Values,
  ): Promise<Record<string, string> & { readonly id: string; readonly Path: string; readonly ETag: string }> => {
    const body = await requestFor(resource, 'create', values);
    const { status, headers, body: created } = await ask(`POST ${resource.path}`, { body });
    if (status !== 201) throw new Error(`A ${nounOf(resource)} is not created: ${status} ${JSON.stringify(created)}`);
    return { ...created, Path: `${resource.path}/${created.id}`, ETag: String(Reflect.get(headers, 'etag')) };
  };
  /** Creates a resource under an id, which says the time of its creation. */
  const createUnder = async (resource: Resource, id: string, values?: Values) => {
    const body = await requestFor(resource, 'create', values);
    const created = await ask(`PUT ${resource.path}/${id}`, { headers: { 'if-none-match': '*' }, body });
    expect(created).toMatchObject({ status: 201 });
    return created.body;
  };
  return { create, createUnder, requestFor };
};

/** Values that leave out what a resource need not have. */
export const bare = ({ input }: Pick<Resource, 'input'>): Values =>
  Object.fromEntries(Object.entries(input).flatMap(([name, field]) => (isRequired(field) ? [] : [[name, undefined]])));
