import { isDeepStrictEqual } from 'node:util';
import { defineFact } from '../fact';
import { planIn } from './plan';
import { leavesTable, tableIn } from './table';
/** Regions and indexes of a table. AWS changes one of them per update. */
export const updateFacts = (['regions', 'indexes'] as const).map((kind) =>
  defineFact({
    read: (template, region) => ({ table: tableIn(template, region), ...planIn(template) }),
    lost: (was, { table, plan }) => {
      const [before, after] = [was.table[kind], table[kind]];
      const changed = [...after, ...before].filter((name) => before.includes(name) !== after.includes(name));
      if (changed.length === 0 || leavesTable(was.table, table)) return [];
      const change = `The table changes the ${kind} ${changed.join(', ')}`;
      if (changed.length > 1) return [`${change}; deploy one change at a time, because AWS allows no more.`];
      const isGrowing = Object.entries(plan).some(([name, list]) => !isDeepStrictEqual(list, was.all[name] ?? []));
      const alone = 'deploy the plan alone, because the functions get it only when the table is ready';
      return isGrowing ? [`${change} and the plan; ${alone}.`] : [];
    },
  }),
);
