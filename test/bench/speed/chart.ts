import type { Compared, Measure } from './compare';

const shown: readonly Measure[] = ['init + first', 'first call', 'per request'];

const LABEL = 120;
const PANEL = 250;
const ROW = 24;
const TOP = 64;
/** The width of the longest bar. The rest of a panel is for the number. */
const MAX_BAR_WIDTH = 190;

/** Colours that are readable on white and on black. */
const style = `
  text { font: 13px system-ui, sans-serif; fill: #768390; }
  .title { font-weight: 600; font-size: 15px; }
  .bar { fill: #8c959f; }
  .ours { fill: #2da44e; }
  .bare { stroke: #768390; stroke-opacity: 0.5; stroke-dasharray: 3 3; }
`;

const panelOf = (measure: Measure, at: number, compared: readonly Compared[]) => {
  const left = LABEL + at * PANEL;
  const scale = MAX_BAR_WIDTH / Math.max(1, ...compared.map(({ figures }) => figures[measure].ratio));
  const bars = compared.map(({ name, figures }, row) => {
    const { ratio } = figures[measure];
    const [y, width] = [TOP + row * ROW, (ratio * scale).toFixed(1)];
    const colour = name.startsWith('ours') ? 'ours' : 'bar';
    return [
      `<rect class="${colour}" x="${left}" y="${y}" width="${width}" height="${ROW - 8}" rx="2"/>`,
      `<text x="${left + Number(width) + 6}" y="${y + 13}">${ratio.toFixed(2)}</text>`,
    ].join('');
  });
  const bareX = left + scale;
  const bottom = TOP + compared.length * ROW;
  return [
    `<text x="${left}" y="${TOP - 12}">${measure}</text>`,
    `<line class="bare" x1="${bareX}" x2="${bareX}" y1="${TOP - 4}" y2="${bottom - 4}"/>`,
    ...bars,
  ].join('\n');
};

/** Draws the figures of one route as SVG. A bar is a ratio to bare, and the dashed line is bare. */
export const chartOf = (line: string, all: readonly Compared[]) => {
  const compared = all.filter(({ name }) => name !== 'empty');
  const [width, height] = [LABEL + shown.length * PANEL, TOP + compared.length * ROW + 8];
  const title = `${line}: CPU time as a ratio to bare; less is better`;
  const labels = compared.map(({ name }, row) => `<text x="0" y="${TOP + row * ROW + 13}">${name}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">
<style>${style}</style>
<text class="title" x="0" y="20">${title}</text>
${[...labels, ...shown.map((measure, at) => panelOf(measure, at, compared))].join('\n')}
</svg>
`;
};
