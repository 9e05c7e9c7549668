import { nounOf } from '../../../../functions/kit/entity';
import { methodOf, pathOf, verbOf } from '../../../../functions/kit/http/route';
import { isFilter } from '../../../../functions/kit/model/page';
import type { OwnRelation } from '../../../../functions/kit/model/relation';
import { relationsOf } from '../../../../functions/kit/resources';
import type { Resource } from '../../../../functions/kit/site/openapi/resource';
import { routesOf } from '../../../../lib/verify/rows/resources';
import { needsOthers } from '../../other-services';
import type { ExploredRequest } from '../run';

/** Ids of a resource that no setup makes, and of a parent without children. The service mints all others. */
const [FRESH, SPARE] = ['01890000-0000-7000-8000-000000000005', '01890000-0000-7000-8000-000000000006'];

/** Marks a request that the explorer also combines with two others. */
export const hot = (request: ExploredRequest): ExploredRequest => ({ ...request, isHot: true });

/** Makes the requests to a resource. */
export const memberOf = (path: string, id: string) => {
  const member = `${path}/${id}`;
  return {
    id,
    get: { line: `GET ${member}` },
    create: (body: object): ExploredRequest => ({ line: `PUT ${member}`, body, headers: { 'if-none-match': '*' } }),
    replace: (body: object): ExploredRequest => ({ line: `PUT ${member}`, body }),
    patch: (body: object): ExploredRequest => ({ line: `PATCH ${member}`, body }),
    remove: { line: `DELETE ${member}` },
    removeByForce: { line: `DELETE ${member}?force=true` },
  };
};

/** Lists the parents of some relations. */
const parentsBy = (relations: readonly OwnRelation[], all: readonly Resource[]) =>
  relations.flatMap(({ parent }) => all.find((one) => nounOf(one) === parent) ?? []);

/** Lists the parents of a resource, each after its own parents. */
const ancestorsOf = (resource: Resource, all: readonly Resource[]): readonly Resource[] =>
  parentsBy(relationsOf(resource), all).flatMap((one) => [...ancestorsOf(one, all), one]);

/** Returns the parents of the resources in a scenario: one that has a child, and a spare one that has none. */
const parentsOf = (resource: Resource, all: readonly Resource[]) => {
  const [relation, ...others] = relationsOf(resource);
  const [found] = relation ? parentsBy([relation], all) : [];
  if (!relation || !found) return undefined;
  const alike = relationsOf(resource).filter(({ parent }) => parent === relation.parent);
  const { path, examples } = found;
  const [first, other] = examples.stored;
  const isOptional = resource.input[relation.attribute]?.isOptional;
  const link = (id: string | undefined) => ({ [relation.attribute]: id });
  return {
    noun: relation.parent,
    first: memberOf(path, first.id),
    spare: memberOf(path, SPARE),
    example: examples.create.request,
    change: examples.update.request,
    /** Deletions by force of the other parents of the first resource. */
    otherRemovals: parentsBy(others, all).map((one) => memberOf(one.path, one.examples.stored[0].id).removeByForce),
    /** Values by which a resource names the first parent in each field of its kind, or another one in each. */
    alike: (alike.length > 1 ? [first.id, SPARE] : []).map((id) =>
      Object.fromEntries(alike.map(({ attribute }) => [attribute, id])),
    ),
    links: { linked: link(first.id), loose: link(isOptional ? undefined : other.id), moved: link(SPARE) },
  };
};

/**
 * Makes two stored resources and the requests to them, from the declarations and the examples. The first resource belongs
 * to the first parent, and the second one to no parent if it can.
 */
export const familyOf = (resource: Resource, all: readonly Resource[]) => {
  const { path, input, examples } = resource;
  const { create, replace, update } = examples;
  const parents = parentsOf(resource, all);
  const { linked, loose, moved } = parents?.links ?? { linked: {}, loose: {}, moved: {} };
  /** Returns the values of a body that a rule makes unique, or indexed. */
  const valuesIn = (body: object, rule: 'unique' | 'isIndexed') =>
    Object.fromEntries(Object.entries(body).filter(([name]) => input[name]?.[rule]));
  const storedOf = ({ id, ...body }: Resource['examples']['stored'][number], link: object) => {
    const [taken, indexed] = [valuesIn(body, 'unique'), valuesIn(body, 'isIndexed')];
    return {
      ...memberOf(path, id),
      body: { ...body, ...link },
      /** Body of a PUT that keeps the unique values. */
      replacement: { ...replace.request, ...taken, ...link },
      /** Body of a PATCH without effect. */
      same: Object.fromEntries(Object.keys(update.request).map((name) => [name, body[name] ?? null])),
      taken,
      indexed,
      lists: Object.entries({ ...taken, ...indexed }).map(([name, value]) => ({
        line: `GET ${path}?${name}=${encodeURIComponent(`${value}`)}`,
      })),
    };
  };
  const [first, second] = [storedOf(examples.stored[0], linked), storedOf(examples.stored[1], loose)];
  const [created, free] = [create.request, valuesIn(create.request, 'unique')];
  const droppable = Object.keys(input).filter((name) => input[name]?.isOptional && isFilter(input[name]));
  const insert = (values: object): ExploredRequest => ({ line: `POST ${path}`, body: { ...created, ...values } });
  /** Values of another content, and those that a change by the example leaves alone. */
  const other = { ...replace.request, ...free, ...moved };
  const apart = Object.fromEntries(Object.entries(other).filter(([name]) => !(name in update.request)));
  const keyed = { ...insert(moved), headers: { 'idempotency-key': 'k' } };
  const ancestors = [...new Set(ancestorsOf(resource, all))].flatMap((one) =>
    one.examples.stored.map(({ id, ...body }) => memberOf(one.path, id).create(body)),
  );
  /** Requests to the routes beside the six that change a resource. */
  const actions = routesOf(resource).flatMap(([name, route]) =>
    verbOf(route) || methodOf(route) !== 'POST' || needsOthers(route)
      ? []
      : (id: string): ExploredRequest => ({
          line: `POST ${pathOf(route).replace('{id}', id)}`,
          body: resource.others?.[name]?.request,
        }),
  );
  return {
    path,
    actions,
    parents,
    linked,
    loose,
    moved,
    first,
    second,
    fresh: memberOf(path, FRESH),
    created,
    change: update.request,
    /** Unique values that no resource has. */
    free,
    /** Values of a PATCH that removes all fields by which a list finds the resource, if it can. */
    dropped: Object.fromEntries(droppable.map((name) => [name, null])),
    insert,
    keyed,
    apart,
    /** Request with the key and another content. */
    rekeyed: { ...keyed, body: other },
    setup: [
      ...ancestors,
      ...(parents ? [parents.spare.create(parents.example)] : []),
      first.create(first.body),
      second.create(second.body),
    ],
  };
};

export type Family = ReturnType<typeof familyOf>;
