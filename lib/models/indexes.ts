import { type Entity, nounOf } from '../../functions/kit/entity';
import { isList, type Route, type ScopeSettings, verbOf } from '../../functions/kit/http/route';
import { type StoredField, storedFieldsOf } from '../../functions/kit/model/models';
import type { OwnRelation } from '../../functions/kit/model/relation';
import type { Job } from '../../functions/kit/needs';
import { childrenOf, firstVersions, resourceOf, versionsOf } from '../../functions/kit/resources';
import type { Resource } from '../../functions/kit/site/openapi/resource';
import { indexOf, OWNED, sortKeyOf } from '../../functions/kit/table/keys';

/** Index of the table: its name, and the attributes that are its keys. */
export type Index = Readonly<Record<'name' | 'attribute' | 'sort', string>> & { readonly isNumber?: true };

const index = (attribute: string, sort = 'sk'): Index => ({ name: indexOf(attribute, sort), attribute, sort });

/** Maximum number of indexes of a table, if AWS has not raised it. */
export const MAX_INDEXES = 20;

/** Index of what each owner has, of all resources. Each table has it, so that a stage can turn `ownership` on. */
export const ownerIndex = index(OWNED);

/** Returns the indexes that find resources by a field. */
const findingIndexes = ({ attribute, field: { parent, isIndexed, type } }: StoredField): readonly Index[] =>
  parent || isIndexed ? [{ ...index(attribute), ...(type && { isNumber: true as const }) }] : [];

/** Returns the indexes that sort resources by a field. */
const sortingIndexes = ({ isPrivate, members }: Entity, { attribute, field: { sorted } }: StoredField) => {
  if (!sorted) return [];
  const sort = sortKeyOf(attribute);
  const within = sorted.within.flatMap((name) => members.get(name) ?? []).flatMap(findingIndexes);
  return [
    ...(sorted.isWhole ? [index('pk', sort)] : []),
    ...within.map((each): Index => ({ ...each, name: indexOf(each.attribute, sort), sort })),
    // Callers sort what they own by this one. In another, the place behind a foreign item would tell its value.
    ...(isPrivate ? [index(OWNED, sort)] : []),
  ];
};

const uniqueByName = (all: readonly Index[]) => [...new Map(all.map((each) => [each.name, each])).values()];

/** Returns the indexes that hold items by a field of a resource. */
export const indexesOfField = (entity: Entity, field: StoredField) => [
  ...findingIndexes(field),
  ...sortingIndexes(entity, field),
];

/** Returns the indexes that some versions of a resource need, each once. */
export const indexesOf = (versions: readonly Entity[]) =>
  uniqueByName(
    versions.flatMap((version) => [...version.members.values()].flatMap((field) => indexesOfField(version, field))),
  );

/** Indexes of the table. */
export const indexes = uniqueByName([
  ownerIndex,
  ...firstVersions.flatMap((resource) => indexesOf(versionsOf(resource))),
]);

export const indexNames = indexes.map(({ name }) => name);

/** Returns the names of the indexes that have items on a stage. Those of owners are empty without ownership. */
export const indexesIn = ({ ownership = false }: ScopeSettings, all: readonly Index[] = indexes) =>
  all.filter(({ attribute }) => ownership || attribute !== OWNED).map(({ name }) => name);

/** Returns the relations of all that a deletion by force of a resource deletes. */
const relationsBelow = (resource: Resource, above: readonly Resource[] = []): readonly OwnRelation[] =>
  childrenOf(resource).flatMap((relation) => {
    // Ends also for a resource that belongs to itself, which `npm run check` refuses.
    const children = firstVersions.filter((each) => nounOf(each) === relation.child && !above.includes(each));
    return [relation, ...children.flatMap((child) => relationsBelow(child, [...above, resource]))];
  });

/** Returns the indexes that a route queries: those that it names, of its parameters, and of all that it deletes by force. */
export const indexesOfRoute = (route: Route, { ownership = true }: ScopeSettings = {}) => {
  const { query = {}, indexes: named = [] } = route;
  const resource = resourceOf(route);
  // A list beside the resources shows callers what they own, too.
  if (!resource) return [...named, ...(isList(route) && ownership ? [ownerIndex.name] : [])];
  const fields = storedFieldsOf(resource.collection, query);
  const sorted = query.sort?.oneOf?.flatMap((name) => resource.members.get(name) ?? []) ?? [];
  const found = [
    ...fields.flatMap(findingIndexes),
    ...sorted.flatMap((field) => sortingIndexes(resource, field)),
    ...(isList(route) ? [ownerIndex] : []),
  ].filter(({ attribute }) => ownership || attribute !== OWNED);
  const below = verbOf(route) === 'remove' && 'force' in query ? relationsBelow(resource) : [];
  return [...new Set([...named, ...found.map(({ name }) => name), ...below.map(({ stored }) => indexOf(stored))])];
};

/** Returns a sentence for each index that a route or job queries and that the table does not have. */
export const indexErrors = (functions: Readonly<Record<string, Route | Job>>, names: readonly string[] = indexNames) =>
  Object.entries(functions).flatMap(([functionName, declared]) => {
    const isRoute = 'routeKey' in declared;
    const queried = isRoute ? indexesOfRoute(declared) : (declared.indexes ?? []);
    return queried.flatMap((name) => {
      if (names.includes(name)) return [];
      const mend = declared.indexes?.some((each) => each === name)
        ? 'name one of these in `indexes`'
        : 'add the field of this filter to the model of the resource';
      const label = isRoute ? declared.routeKey : functionName;
      return `${label} queries the index "${name}", and the table has ${names.join(', ') || 'none'}: ${mend}.`;
    });
  });
