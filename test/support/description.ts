import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

const validators = new Map<string, Ajv>();

/** Reads a description of the service, as JSON, once. Returns the validator of its schemas, which it calls `api#`. */
export const readDescription = (json: string) => {
  const ajv = validators.get(json) ?? new Ajv({ strict: false, validateSchema: false });
  if (!validators.has(json)) addFormats(ajv).addSchema(JSON.parse(json), 'api');
  validators.set(json, ajv);
  return ajv;
};

declare global {
  /** Reads a description for all files of a worker, because compiling its schemas takes longer than most files. */
  var readInWorker: typeof readDescription | undefined;
}
