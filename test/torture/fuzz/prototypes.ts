const types = [Object, Array, String, Number, Boolean, Function, Promise, Map, Set, RegExp, Error, Date, Buffer, URL];

/** Reads all properties of the built-in prototypes. */
const properties = () =>
  new Map(
    types.flatMap(({ name, prototype }) =>
      Reflect.ownKeys(prototype).map((key) => {
        const { value, get } = Reflect.getOwnPropertyDescriptor(prototype, key) ?? {};
        return [`${name}.prototype.${String(key)}`, value ?? get];
      }),
    ),
  );

/** Records the prototypes. The returned function lists the properties that were added, removed or changed since. */
export const watchPrototypes = () => {
  const before = properties();
  return () => {
    const now = properties();
    return [...new Set([...before.keys(), ...now.keys()])].filter(
      (name) => before.has(name) !== now.has(name) || before.get(name) !== now.get(name),
    );
  };
};
