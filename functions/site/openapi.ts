import { originOf } from '../http/page';
import { getDescription } from '../routes';
import { describe } from './openapi/document';
import { still } from './still';

const descriptionAt = describe(process.env.ISSUER);

export const handler = still(getDescription, (event) => ({
  type: 'application/json',
  body: JSON.stringify(descriptionAt(originOf(event))),
}));
