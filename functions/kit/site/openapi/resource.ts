import type { Entity } from '../../entity';
import type { Route, Verb } from '../../http/route';
import type { Field, Fields, Value } from '../../model/field';
import { attributeOf } from '../../model/models';
import { versionIn } from '../../model/relation';

type ExampleRequest = { readonly summary: string; readonly request: object };

type OtherRoute = {
  readonly summary: string;
  readonly description: string;
  /** Example of the response. */
  readonly example?: object;
  /** Example of the body of the request. */
  readonly request?: object;
  /** Responses of success of a raw route, by status. */
  readonly responses?: Readonly<Record<number, string>>;
};

/** A resource as the OpenAPI document, the commands and the tests know it: the entity of store.ts, and its description. */
export type Resource = Entity & {
  /** Description of the resources. */
  readonly about: string;
  /** Model of the body of POST. Its fields name the parents, and the fields by which a list finds resources. */
  readonly input: Fields;
  /** Descriptions of the routes. Without one, a route has the description of its verb. */
  readonly prose?: Partial<Record<Verb, string>>;
  /** Descriptions of the parameters and headers that only this resource has. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Problems of this resource alone, by code, with the verbs or route keys that end in them. */
  readonly problems?: Readonly<
    Record<string, { readonly status: number; readonly means: string; readonly on: readonly string[] }>
  >;
  /** Texts and examples of the routes beside the six, by name. */
  readonly others?: Readonly<Record<string, OtherRoute>>;
  /** Rows of lib/verify that show what only this resource promises. They find a new resource as `a`. */
  readonly rows?: string;
  readonly examples: {
    /** Two resources that exist, the older one first. The other examples change the older one, and delete the newer one. */
    readonly stored: readonly [ExampleResource, ExampleResource];
    readonly create: ExampleRequest;
    readonly replace: ExampleRequest;
    readonly update: ExampleRequest;
  };
};

/**
 * Routes beside the resources that belong together, such as webhooks, and their description.
 * @example export const meDocs = { name: 'me', about: 'The caller.', others: { getMe: { … } } } satisfies RouteGroup;
 */
export type RouteGroup = Pick<Resource, 'about' | 'parameters' | 'problems' | 'rows'> &
  Required<Pick<Resource, 'others'>> & { readonly name: string };

/** A route with its name, which is its `operationId`, and what describes it: a resource, or a group of routes. */
export type Operation = {
  readonly name: string;
  readonly route: Route;
  readonly resource?: Resource;
  readonly described?: Resource | RouteGroup;
  readonly verb?: Verb;
};

type ExampleResource = { readonly id: string; readonly [field: string]: Value };

/** Returns the example of the body of a route. A route beside the six has it under its name. */
export const bodyExampleOf = (described: Resource | RouteGroup, name: string, verb?: Verb) =>
  verb && 'examples' in described
    ? described.examples[verb === 'replace' || verb === 'update' ? verb : 'create'].request
    : described.others?.[name]?.request;

/** Returns `OrderItem` for `ORDER_ITEM`. */
const pascalCase = (collection: string) =>
  collection.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

/** Returns the noun as it stands in the names of routes and schemas: `Order`, or `OrderV2` in the second version. */
export const titleOf = ({ collection, path }: Record<'collection' | 'path', string>) =>
  `${pascalCase(collection)}${versionIn(path) > 1 ? `V${versionIn(path)}` : ''}`;

type Modelled = Pick<Resource, 'input'> & { readonly collection: string };

/** Returns a value with the names that the members of its objects have in another version. */
const translateValue = (value: unknown, from: Field, to: Field): unknown => {
  const { items = {} } = from;
  if (Array.isArray(value)) return value.map((item) => translateValue(item, items, to.items ?? {}));
  const { fields } = from;
  if (!fields || !to.fields) return value;
  const names = new Map(Object.entries(to.fields).map(([name, field]) => [field.stored ?? name, { name, field }]));
  const members = Object.entries(Object(value)).flatMap(([name, member]) => {
    const field = fields[name] ?? {};
    const other = names.get(field.stored ?? name);
    return other ? [[other.name, translateValue(member, field, other.field)]] : [];
  });
  return Object.fromEntries(members);
};

/** Returns the values of fields by their names in another version, which lacks some fields. */
export const translate = (values: object, from: Modelled, { collection, input }: Modelled) => {
  const names = new Map(Object.entries(input).map(([name, field]) => [attributeOf(collection, name, field), name]));
  const translated = Object.entries(values).flatMap(([name, value]) => {
    const field = from.input[name];
    const other = field ? names.get(attributeOf(collection, name, field)) : name;
    return other === undefined ? [] : [[other, translateValue(value, field ?? {}, input[other] ?? {})]];
  });
  return Object.fromEntries(translated);
};

type Version = Entity & Pick<Resource, 'input'> & { readonly added?: Readonly<Record<string, Value>> };

/**
 * Describes a version of a resource by what differs from another version. `added` are examples of its new fields.
 * @example versionOf(ordersDocs, { ...ordersV2, input: OrderV2Input, added: { note: 'A gift' } })
 */
export const versionOf = (first: Resource, { added = {}, ...version }: Version): Resource => {
  const { examples } = first;
  const rename = (values: object) => translate(values, first, version);
  const bodyOf = ({ summary, request }: ExampleRequest, more = {}) => ({
    summary,
    request: { ...rename(request), ...more },
  });
  const renameIn = (text: string) =>
    Object.keys(first.input).reduce((renamed, name) => {
      const [other = name] = Object.keys(rename({ [name]: '' }));
      return renamed.replaceAll(`\`${name}\``, `\`${other}\``);
    }, text);
  const retell = (texts: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, renameIn(text)]));
  const [changed] = Object.entries(rename(examples.replace.request));
  const hasUpdate = !changed || Object.keys(rename(examples.update.request)).length > 0;
  return {
    ...first,
    ...version,
    rows: undefined,
    prose: retell(first.prose),
    parameters: retell(rename(first.parameters ?? {})),
    examples: {
      stored: [rename(examples.stored[0]), rename(examples.stored[1])],
      create: bodyOf(examples.create, added),
      replace: bodyOf(examples.replace),
      update: hasUpdate ? bodyOf(examples.update) : bodyOf(examples.update, Object.fromEntries([changed])),
    },
  };
};
