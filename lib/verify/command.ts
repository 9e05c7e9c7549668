import { defineCommand } from '../command';
import { apiOptions, readApi } from '../transfer/commands';
import { verifyTable } from './table/verify';
import { verifyStage } from './verify-stage';

const options = {
  ...apiOptions,
  'read-only': { type: 'boolean', does: 'send only GET, HEAD and OPTIONS' },
  table: { type: 'string', value: 'name', does: 'check a table for torn transactions, instead of a stage' },
  fix: { type: 'boolean', does: 'fix what is torn' },
  remove: { type: 'string', multiple: true, value: 'field', does: 'let --fix remove a field that no model knows' },
  region: { type: 'string', value: 'name', does: 'region of the table' },
  units: { type: 'string', value: 'number', does: 'capacity units a second for the table; by default 300' },
  from: { type: 'string', value: 'place', does: 'go on where an earlier run stopped, as that run printed it' },
} as const;

/** `npm run verify`: prints a sentence for each broken promise of a stage, or each tear in a table. Returns 1 if there is one. */
export const runVerify = defineCommand({ name: 'npm run verify', options }, async (values) => {
  const { table, units, ...others } = values;
  if (table) return verifyTable({ ...others, table, units: units === undefined ? undefined : Number(units) });
  return verifyStage({ ...readApi(values), isReadOnly: values['read-only'] });
});
