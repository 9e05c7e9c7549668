import { type Fields, readValues } from '../../functions/model/field';

/** Reads a value by a model, and throws at its first error. */
export const readAs = (model: Fields, value: object) =>
  readValues(model, value, (name, detail) => {
    throw new Error(`${name} ${detail}`);
  });
