import { defineFact, type StageTemplate } from '../fact';
import { leavesTable, tableIn } from './table';

/** Returns what brings the reactions of a stage back. */
const adviceFor = ({ reactions, table }: StageTemplate['Metadata']['Settings']) => {
  if (reactions === 'off') return 'leave out reactions=off';
  return table && !reactions ? 'name the stream of the table in "reactions"' : 'keep it in "functions/jobs.ts"';
};

/** Resources whose changes each function gets. A new mapping does not begin where an old one has ended. */
export const reactionsFact = defineFact({
  name: 'reactions',
  isOfData: true,
  read: ({ Metadata: { Reactions = {}, Settings } }) => ({ all: Reactions, settings: Settings }),
  lost: (was, { all, settings }, given) => {
    // The fact of the setting names this loss (settings.ts).
    if (was.settings.reactions !== undefined && given.reactions === undefined && settings.reactions === undefined)
      return [];
    const never = 'and never sees the changes that it has not seen yet';
    const [stream, next] = [was.settings.reactions, settings.reactions];
    const isOther = stream !== undefined && next !== undefined && stream !== next && ![stream, next].includes('off');
    return Object.entries(was.all).flatMap(([name, paths]) => {
      const { [name]: kept } = all;
      if (kept && isOther) return [`The function ${name} follows another stream, ${never}: keep "reactions".`];
      if (!kept) return [`The function ${name} gets no changes any more, ${never}: ${adviceFor(settings)}.`];
      return paths
        .filter((path) => !kept.includes(path))
        .map((path) => `The function ${name} does not follow ${path} any more, ${never}: keep it in "changesOf".`);
    });
  },
});

/** Content of the records in the stream of the table. */
export const streamFact = defineFact({
  read: tableIn,
  lost: (was, is) =>
    was.streamView && is.streamView && was.streamView !== is.streamView && !leavesTable(was, is)
      ? [
          `The stream of the table has ${was.streamView}, and CloudFormation cannot change it to ${is.streamView}; keep ${was.streamView}.`,
        ]
      : [],
});
