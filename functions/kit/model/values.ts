/** Type of the value of a field. */
export type ValueOf<F> =
  | (F extends { items: infer Item }
      ? readonly ValueOf<Item>[]
      : F extends { fields: infer Members }
        ? ValuesOf<Members>
        : F extends { type: 'boolean' }
          ? boolean
          : F extends { type: string }
            ? number
            : F extends { parse(value: string): infer T }
              ? NonNullable<T>
              : F extends { oneOf: readonly (infer T)[] }
                ? T
                : string)
  | (F extends { isNullable: true } ? undefined : never);

type OptionalName<F> = { [K in keyof F]: F[K] extends { isOptional: true } ? K : never }[keyof F];

/** Type of a resource, or of the values of a query. */
export type ValuesOf<F> = { readonly [K in Exclude<keyof F, OptionalName<F>>]: ValueOf<F[K]> } & {
  readonly [K in OptionalName<F>]?: ValueOf<F[K]>;
};

type ReadOnlyName = 'id' | 'createdAt' | 'updatedAt';
type NameWith<F, Rule> = { [K in keyof F]: F[K] extends Rule ? K : never }[keyof F];
type ServerSetName<F> = NameWith<F, { isServerSet: true }>;
type StateName<F> = Exclude<NameWith<F, { changes: object }>, ServerSetName<F>>;

/** Type of a body: without the fields that only handlers set. It may leave out a state, which then stays as it is. */
export type BodyOf<F> = ValuesOf<Omit<F, ServerSetName<F> | StateName<F>>> & Partial<ValuesOf<Pick<F, StateName<F>>>>;

/** Type of the values that a handler sets. `undefined` removes a value. */
export type SettableOf<F> = {
  readonly [K in Exclude<keyof F, ReadOnlyName>]?: ValueOf<F[K]> | undefined;
};

type DefaultName<F> = NameWith<F, { default: unknown }>;

/** Type of the values of a new resource, of which those with a default may be left out. */
export type NewOf<F> = ValuesOf<Omit<F, ReadOnlyName | DefaultName<F>>> & Partial<ValuesOf<Pick<F, DefaultName<F>>>>;
