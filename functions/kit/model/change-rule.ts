/** Field of a resource, and the attribute that stores it. */
type Member = { readonly name: string; readonly attribute: string; readonly field: { readonly default?: unknown } };
type Attributes = Readonly<Record<string, unknown>>;

/** Rule that limits the changes of a field. `states` makes it. */
export type ChangeRule = {
  /** Returns the values that may change to this one, and this one, which then stays. */
  readonly sourcesOf: (value: unknown) => readonly string[];
  /** Tells in words what may follow a value. */
  readonly describe: (value: unknown) => string;
  /** Returns the condition of DynamoDB that an attribute has one of the sources of a value, or lacks one and has its default. */
  readonly conditionOf: (
    attribute: string,
    value: unknown,
    byDefault: unknown,
  ) => { readonly text: string } & Readonly<Record<'names' | 'values', Record<string, string>>>;
  /** Throws the problem of a change that the rule does not allow. `body` has new values by attribute. */
  readonly check: (member: Member, current: Attributes, body: Attributes) => void;
};
