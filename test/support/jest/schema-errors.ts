import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { descriptionOf } from '../../../functions/site/openapi/document';

const ajv = new Ajv({ strict: false, validateSchema: false });
addFormats(ajv);
ajv.addSchema(descriptionOf()('https://api.example'), 'api');

/** Returns the errors of a value by the schema at a place in the document. Ajv compiles each schema once. */
export const errorsAt = (place: readonly string[], value: unknown) => {
  const pointer = place.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  if (ajv.validate(`api#/${encodeURI(pointer)}`, value)) return [];
  return [`${ajv.errorsText()} in ${JSON.stringify(value)?.slice(0, 300)}`];
};
