import { indexOf } from '../../../functions/kit/table/shards';
import { fieldAt } from '../../models/compare-fields';
import type { TemplateField } from '../../models/stored-models';
import { defineFact } from '../fact';

const isIndexed = ({ rules }: TemplateField) => rules.includes('indexed') || rules.includes('belongsTo');

/** Indexes that the code queries. No deployment adds an index to a table that the stage did not make. */
export const indexesFact = defineFact({
  name: 'table',
  read: ({ Metadata: { Models, Settings } }) => ({ models: Models, table: Settings.table }),
  lost: (was, { models, table }) => {
    const added = Object.entries(table ? models : {}).flatMap(([folder, fields]) =>
      Object.values(fields).filter((field) => {
        const before = fieldAt(was.models, folder, field.stored);
        return isIndexed(field) && !(before && isIndexed(before));
      }),
    );
    const names = new Set(added.map(({ stored }) => indexOf(stored)));
    return [...names].map(
      (name) => `No deployment adds the index ${name} to the table ${table}: add it first, and wait for it.`,
    );
  },
});
