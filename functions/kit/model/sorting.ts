/** Values of the parameters of a query. */
export type QueryValues = Readonly<Record<string, unknown>>;

/** Order of lists by a field. `sorted` makes it. */
export type Sorting = {
  /** Parents and indexed fields for whose values there are sorted lists. */
  readonly within: readonly string[];
  /** True if the list of all resources can be sorted. */
  readonly isWhole: boolean;
  /**
   * Returns the sort key of an item, or undefined for no value. The keys are in the order of the values, and those of one value
   * in that of the ids.
   */
  readonly keyOf: (value: unknown, id: string) => string | undefined;
};

/** Order that a query asks for, and the bounds of other sorted fields. */
export type SortRequest = {
  /** Field that sorts the list. */
  readonly name: string;
  readonly range: Readonly<Record<'low' | 'high', string>>;
  /** Key after which the page begins. */
  readonly start: string | undefined;
  /** Tests by the names of the other fields that the query limits. */
  readonly limits: Readonly<Record<string, (value: unknown) => boolean>>;
};
