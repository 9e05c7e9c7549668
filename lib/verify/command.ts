import { defineCommand } from '../command';
import { verifyTable } from './table/verify';
import { verifyStage } from './verify-stage';

const options = {
  url: { type: 'string', value: 'url', does: 'address of the stage, such as https://api.example' },
  token: { type: 'string', value: 'text', does: 'bearer token; better in TOKEN, because all users see a command line' },
  'read-only': { type: 'boolean', does: 'send only GET, HEAD and OPTIONS' },
  table: {
    type: 'string',
    value: 'name',
    does: 'find what a torn copy has left in a table, instead of playing promises',
  },
  fix: { type: 'boolean', does: 'mend what is torn' },
  region: { type: 'string', value: 'name', does: 'region of the table' },
  units: { type: 'string', value: 'number', does: 'capacity units a second for the table; by default 300' },
  from: { type: 'string', value: 'place', does: 'go on where an earlier run stopped, as that run printed it' },
} as const;

/** `npm run verify`: prints a sentence for each broken promise of a stage, or each tear of a table. Returns 1 if there is one. */
export const runVerify = defineCommand({ name: 'npm run verify', options }, async (values) => {
  const { table, units, ...others } = values;
  if (table) return verifyTable({ ...others, table, units: units === undefined ? undefined : Number(units) });
  const { url, token = process.env.TOKEN || undefined, 'read-only': isReadOnly } = values;
  if (!url || !URL.canParse(url))
    throw new Error(`--url is ${url ?? 'missing'}; allowed: an address such as https://api.example`);
  const sentences = await verifyStage({ url, token, isReadOnly });
  for (const sentence of sentences) process.stdout.write(`${sentence}\n`);
  return sentences.length > 0 ? 1 : 0;
});
