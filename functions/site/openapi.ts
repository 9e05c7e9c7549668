import { originOf } from '../http/links';
import { getDescription } from '../routes';
import { handleStill } from './handle-still';
import { descriptionOf } from './openapi/document';

const { ISSUER: issuer, PROTECT_READS: protectReads } = process.env;

const descriptionAt = descriptionOf({ issuer, protectReads: protectReads === 'true' });

export const handler = handleStill(getDescription, (event) => ({
  type: 'application/json',
  body: JSON.stringify(descriptionAt(originOf(event))),
}));
