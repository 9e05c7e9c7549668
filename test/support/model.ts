import { type Members, readValues } from '../../functions/model/member';

/** What a model makes of a value that is right by it. */
export const readAs = (model: Members, value: object) =>
  readValues(model, value, (name, detail) => {
    throw new Error(`${name} ${detail}`);
  });
