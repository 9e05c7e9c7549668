const types = [Object, Array, String, Number, Boolean, Function, Promise, Map, Set, RegExp, Error, Date, Buffer, URL];

/** Every property of the objects from which others inherit. */
const properties = () =>
  new Map(
    types.flatMap(({ name, prototype }) =>
      Reflect.ownKeys(prototype).map((key) => {
        const { value, get } = Reflect.getOwnPropertyDescriptor(prototype, key) ?? {};
        return [`${name}.prototype.${String(key)}`, value ?? get];
      }),
    ),
  );

/** Takes note of them; the answer tells which have come, gone or changed since. */
export const watchPrototypes = () => {
  const before = properties();
  return () => {
    const now = properties();
    return [...new Set([...before.keys(), ...now.keys()])].filter(
      (name) => before.has(name) !== now.has(name) || before.get(name) !== now.get(name),
    );
  };
};
