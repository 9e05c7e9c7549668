import { indexOf } from '../../../functions/kit/table/keys';
import { ownerIndex } from '../../models/indexes';
import { defineFact, type StageTemplate } from '../fact';

/** Returns the indexes that a stage queries. Before 3.1.0 these were the indexes of single fields. */
const indexesOf = ({ Models, Indexes }: StageTemplate['Metadata']) =>
  Indexes ??
  Object.values(Models)
    .flatMap((fields) => Object.values(fields))
    .filter(({ rules }) => rules.includes('indexed') || rules.includes('belongsTo'))
    .map(({ stored }) => indexOf(stored));

/** Indexes that the code queries. No deployment adds an index to a table that the stage did not make. */
export const indexesFact = defineFact({
  name: 'table',
  read: ({ Metadata }) => ({ indexes: indexesOf(Metadata), table: Metadata.Settings.table }),
  lost: (was, { indexes, table }) =>
    table
      ? indexes
          .filter((name) => !was.indexes.includes(name))
          .map((name) => `No deployment adds the index ${name} to the table ${table}: add it first, and wait for it.`)
      : [],
});

/** Entries by which callers list what they own. Items that older code has written have none. */
export const ownersFact = defineFact({
  name: 'ownership',
  isOfData: true,
  read: ({ Metadata: { Settings, Indexes = [] } }) => Settings.ownership === true && Indexes.includes(ownerIndex.name),
  lost: (was, is) =>
    is && !was
      ? [
          'Callers now list what they own, and items from before may lack the entry for this: run npm run verify -- --table <table> --fix with this code, then deploy and confirm this, and when no old function runs any more, verify again.',
        ]
      : [],
});
