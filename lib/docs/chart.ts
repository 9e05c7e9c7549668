type Series = { readonly name: string; readonly values: readonly number[] };

type Chart = {
  readonly title: string;
  /** Name of the lower axis. */
  readonly across: string;
  /** Text at each point of the lower axis. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
};

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [720, 360, 70, 40, 130, 50];
/** Colours that are readable on white and on black. The name at the end of each line tells the lines apart without them. */
const COLOURS = ['#2b7bba', '#c4572d', '#3f8f4f', '#8a63b8'];

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const fixed = (value: number) => value.toFixed(1);

const text = (at: readonly [number, number], content: string, more = '') =>
  `<text x="${fixed(at[0])}" y="${fixed(at[1])}" ${more}>${escaped(content)}</text>`;

/** Draws lines as an SVG for light and dark pages. The scale of the values is logarithmic. */
export const chartOf = ({ title, across, labels, series }: Chart): string => {
  const values = series.flatMap((each) => each.values);
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  const x = (index: number) => LEFT + (index * (WIDTH - LEFT - RIGHT)) / Math.max(1, labels.length - 1);
  const y = (value: number) =>
    HEIGHT - BOTTOM - ((Math.log10(value) - low) * (HEIGHT - TOP - BOTTOM)) / Math.max(1, high - low);
  const grid = Array.from({ length: high - low + 1 }, (_, power) => {
    const value = 10 ** (low + power);
    const line = `<path class="grid" d="M${LEFT} ${fixed(y(value))}H${WIDTH - RIGHT}"/>`;
    return line + text([LEFT - 8, y(value) + 4], value.toLocaleString('en-US'), 'text-anchor="end"');
  });
  const steps = labels.map((label, index) => text([x(index), HEIGHT - BOTTOM + 18], label, 'text-anchor="middle"'));
  const lines = series.map(({ name, values: of }, index) => {
    const colour = COLOURS[index % COLOURS.length];
    const points = of.map((value, step) => `${fixed(x(step))} ${fixed(y(value))}`);
    const end = text([WIDTH - RIGHT + 8, y(of.at(-1) ?? 1) + 4], name, `style="fill:${colour}"`);
    return `<path d="M${points.join('L')}" fill="none" stroke="${colour}" stroke-width="2.5"/>${end}`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">
<style>text{font:12px sans-serif;fill:#444}.grid{stroke:#8884}@media(prefers-color-scheme:dark){text{fill:#ccc}}</style>
${text([LEFT, 22], title, 'style="font-size:14px;font-weight:bold"')}
${grid.join('\n')}
${steps.join('\n')}
${lines.join('\n')}
${text([(LEFT + WIDTH - RIGHT) / 2, HEIGHT - 12], across, 'text-anchor="middle"')}
</svg>
`;
};
