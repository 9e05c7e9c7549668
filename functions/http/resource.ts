import type { Belonging } from '../model/belonging';
import type { Verb } from './row';

type ExampleRequest = { readonly summary: string; readonly request: object };

type PerVerb<V extends Verb, T> = Readonly<Record<V, T>>;

/** Description of a resource for the OpenAPI document, the commands and the tests. The handlers do not import it. */
export type Resource = {
  /** Collection in the table: the noun in upper case, such as `POST`. */
  readonly collection: string;
  /** Path of the collection. Its last word is the plural of the noun. */
  readonly path: `/${string}`;
  /** Description of the resources. */
  readonly about: string;
  readonly belongsTo?: Belonging;
  /** Descriptions of the routes. Without one, a route has the description of its verb. */
  readonly prose?: Partial<Record<Verb, string>>;
  /** Descriptions of the resource's own query parameters. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Problems of this resource alone, by code, with the verbs or route keys that end in them. */
  readonly problems?: Readonly<
    Record<string, { readonly status: number; readonly means: string; readonly on: readonly string[] }>
  >;
  readonly examples: {
    /** Two resources that exist, the older one first. The other examples change the older one, and delete the newer one. */
    readonly stored: readonly [ExampleResource, ExampleResource];
    readonly create: ExampleRequest;
    readonly replace: ExampleRequest;
    readonly update: ExampleRequest;
    /** More examples of a verb. The key is the code of the problem that the request ends in, or any other name. */
    readonly more?: Partial<Record<Verb, Readonly<Record<string, ExampleRequest>>>>;
  };
  /** Write units of a request for an item of 1 kB with a parent. All resources have the same read units. */
  readonly writeUnits: PerVerb<'create' | 'replace' | 'update' | 'remove', number>;
  /**
   * Milliseconds that the function takes, including its calls to the embedded DynamoDB. `npm run cost -- --measure`
   * measured them on 22 November 2026, on two cores of a shared x64 machine with Node 20.
   */
  readonly ms: PerVerb<Verb, number>;
  /** Share of each route in the requests of `npm run cost`. By default 0. */
  readonly shares?: PerVerb<Verb, number>;
};

export type ExampleResource = { readonly id: string; readonly [field: string]: string };

export const nounOf = ({ collection }: Pick<Resource, 'collection'>) => collection.toLowerCase();

/** Returns the noun as it stands in the names of rows and schemas: `Post`. */
export const titleOf = ({ collection }: Pick<Resource, 'collection'>) =>
  collection.charAt(0) + collection.slice(1).toLowerCase();
