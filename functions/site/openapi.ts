import { originOf } from '../http/page';
import { getDescription } from '../routes';
import { handleStill } from './handle-still';
import { descriptionOf } from './openapi/document';

const descriptionAt = descriptionOf(process.env.ISSUER);

export const handler = handleStill(getDescription, (event) => ({
  type: 'application/json',
  body: JSON.stringify(descriptionAt(originOf(event))),
}));
