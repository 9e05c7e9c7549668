import { nounOf } from '../../functions/kit/entity';
import { camelCase, folderOf, type Route } from '../../functions/kit/http/route';
import type { Field, Relation } from '../../functions/kit/model/field';
import { belongsTo, pluralIn, wordOf } from '../../functions/kit/model/relation';
import { childrenOf, firstVersions, parentsOf, versionsOf } from '../../functions/kit/resources';
import { type Resource, titleOf } from '../../functions/kit/site/openapi/resource';
import * as routes from '../../functions/routes';
import { handlerSourceOf } from '../build/handlers';
import { isOwnAttribute } from '../models/field-rules';
import { editList, listing, replaceIn } from './edits';
import type { NewField } from './fields/field';
import { callOf } from './fields/kinds';
import { capitalize } from './names';
import { type namesOf, plurals } from './noun';

/** Reads a parent, such as `teams`, `teams?` for an optional one, and `teams:home` for one that the field `homeId` names. */
const namesOfParent = (of: string, children: string) => {
  const [, plural, role, isOptional] = /^([^:?]+)(?::([a-z][A-Za-z\d]*))?(\?)?$/.exec(of) ?? [];
  if (plural === children)
    throw new Error(`--of is ${of}; ${children} cannot belong to themselves, so name the other one in a text field`);
  const parent = firstVersions.find(({ path }) => pluralIn(path) === plural);
  if (!parent) throw new Error(`--of is ${of}; allowed: ${plurals}, and ${plural ?? 'teams'}:name for a field nameId`);
  const name = role ?? camelCase(wordOf(nounOf(parent)));
  if (isOwnAttribute(name))
    throw new Error(`--of is ${of}, whose name "${name}" belongs to the service; choose another`);
  const relation = `${camelCase(children)}Of${capitalize(name)}`;
  const reference = callOf('belongsTo', relation);
  const code = isOptional ? callOf('optional', reference) : reference;
  const values = Array<string>(5).fill(`${name}Id`);
  const rule = { attribute: `${name}Id`, parent: nounOf(parent) } as Relation;
  const field = { name: `${name}Id`, code, mark: undefined, field: belongsTo<Relation, Field>(rule), values };
  return { resource: parent, name, title: titleOf(parent), isOptional: Boolean(isOptional), field, relation };
};

/** Returns the members of each parent that `--expand` names, such as `name`, or `author.name` where there are several parents. */
const shownOf = (expand: string | undefined, parents: readonly ReturnType<typeof namesOfParent>[]) => {
  const names = new Map<string, string[]>();
  for (const word of expand?.split(',') ?? []) {
    const [first = '', second] = word.split('.');
    const [name, member] = second === undefined && parents.length === 1 ? [parents[0]?.name, first] : [first, second];
    const parent = parents.find((each) => each.name === name);
    if (!parent || !member || !Object.hasOwn(parent.resource.input, member)) {
      const allowed = parents.flatMap((each) =>
        Object.keys(each.resource.input).map((key) => (parents.length === 1 ? key : `${each.name}.${key}`)),
      );
      throw new Error(`--expand is ${expand}; allowed: ${allowed.join(', ')}, separated by commas`);
    }
    const others = names.get(parent.name) ?? [];
    if (others.includes(member)) throw new Error(`--expand is ${expand}, which names "${word}" twice; name it once`);
    names.set(parent.name, [...others, member]);
  }
  return names;
};

type Options = { readonly of?: readonly string[]; readonly expand?: string };

/** Returns the parents of a new resource, each with the members that its lists show. */
export const parentsOfNew = ({ of = [], expand }: Options, children: string) => {
  if (expand !== undefined && of.length === 0) throw new Error(`--expand is ${expand}; name the parent with --of`);
  const parents = of.map((each) => namesOfParent(each, children));
  const shown = shownOf(expand, parents);
  return parents.map((each) => ({ ...each, shown: shown.get(each.name) }));
};

/** Names and fields of a new resource. The last fields of a child have the ids of its parents. */
export type NewResource = ReturnType<typeof namesOf> & {
  readonly parents: ReturnType<typeof parentsOfNew>;
  readonly fields: readonly NewField[];
  /** True if lists can be sorted by `updatedAt`. */
  readonly followsChanges: boolean;
  /** Readers beside the callers with the scope `:read`: everybody, or of these only the owner and admins. */
  readonly readers?: 'public' | 'private';
};

/** Members of the route of DELETE of a parent. */
const FORCED = '  query: DeletionQuery,\n  readQuery,\n';

/** Lets the versions of a parent delete children by force, or no longer. The parent may have others. */
export const editParent = (child: { readonly collection: string }, resource: Resource, isAdded: boolean) => {
  const isParent = isAdded || childrenOf(resource).some((relation) => relation.child !== nounOf(child));
  const isChild = parentsOf(resource).length > 0;
  for (const { path } of versionsOf(resource)) {
    const file = `functions/${folderOf(path)}/routes.ts`;
    const routeKey = `DELETE ${path}/{id}`;
    replaceIn(file, FORCED, '');
    replaceIn(file, `'${routeKey}',\n`, `$&${isParent ? FORCED : ''}`);
    // A deletion by force closes the counter of the item. The deletion of a child has the action anyway.
    const actions = listing("'UpdateItem'", isParent || isChild);
    editList(file, "'DELETE /.*\\n[^}]*?actions: ", actions);
    const own = Object.entries<Route>(routes).filter(([, route]) => route.routeKey === routeKey);
    const call = /(?<=handleDelete\([^;]*?\b)remove(Parent)?\(/;
    for (const [name, route] of own)
      replaceIn(handlerSourceOf(name, route).file, call, isParent ? 'removeParent(' : 'remove(');
  }
};
