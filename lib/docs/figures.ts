import { rowsIn, tableOf } from './markdown';

/** Finds a cell of a measured table: each step goes to the next row whose first cell contains that text. */
const cellOf = (results: string, steps: readonly string[], column: string) => {
  const rows = rowsIn(results);
  const [head] = steps;
  const headIndex = rows.findIndex((cells) => cells[0] === head && cells.includes(column));
  const columnIndex = rows[headIndex]?.indexOf(column) ?? -1;
  const rowIndex = steps.slice(1).reduce((from, step) => {
    const found = rows.findIndex(([first = ''], index) => index > from && first.includes(step));
    return found < 0 ? rows.length : found;
  }, headIndex);
  const cell = rows[rowIndex]?.[columnIndex];
  if (!cell) throw new Error(`The results have no cell "${steps.join('" > "')}" > "${column}". Measure them again.`);
  return cell;
};

/** The five figures of the front door, taken from the results of the bench and of the torture. */
export const figuresOf = (bench: string, torture: string) => {
  const ofGet = (column: string) => cellOf(bench, ['x bare', '**GET /posts/{id}**', 'ours'], column);
  const ofPage = (column: string) => cellOf(bench, ['a page of 50', 'the newest'], column);
  const ofPromise = (promise: string) => {
    const [measured, holds] = ['measured', 'holds'].map((column) => cellOf(torture, ['promise', promise], column));
    if (holds !== 'yes') throw new Error(`The promise "${promise}" does not hold: ${measured}. Mend it first.`);
    return measured ?? '';
  };
  const unitsOfPage = [ofPage('units of 1,000 posts'), ofPage('of 1,000,000')].join(' and ');
  return tableOf(
    ['figure', 'measured'],
    [
      ['start and first request, in times of a plain handler on the AWS SDK', ofGet('init + first')],
      ['processor time of a later request, in times of that handler', ofGet('per request')],
      ['read units of a page of 50 among 1,000 posts, and among 1,000,000', unitsOfPage],
      ['15 % of the calls to DynamoDB fail: nothing is lost, doubled or untrue', ofPromise('under 15 %')],
      ['the process is killed 100 times under writes: nothing acknowledged is lost', ofPromise('100 × kill -9')],
    ],
  );
};
