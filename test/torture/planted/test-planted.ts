import { folderOf } from '../../../functions/kit/http/route';
import type { Field } from '../../../functions/kit/model/field';
import { declared, NOTHING_TO_TEST } from '../../support/declared';
import { temporaryFolder } from '../../support/folder';
import { readText, sourcesIn } from '../../support/sources';
import { checkExplore, type ExploreSize } from '../explore/check-explore';
import { scenarios } from '../explore/scenarios/scenarios';
import { bundleWithDefects } from './planted';

/** Declaration of a field, or a function that the folder of the resource calls, such as `increment(`. */
type Need = keyof Field | `${string}(`;

/**
 * Defect that this service could have: text in functions/kit/table/, and what replaces it. The scenario of a resource shows
 * the defect if the resource has what it `needs`.
 */
export type PlantedDefect = readonly [size: ExploreSize, scenario: string, defect: string, needs?: Need];

type Declared = (typeof declared)[number];

const hasNeed = ({ input, path }: Declared, need: Need) =>
  need.endsWith('(')
    ? sourcesIn(`functions/${folderOf(path)}`).some((file) => readText(file).includes(need))
    : Object.values<Record<string, unknown>>(input).some((field) => field[need]);

/** Makes a test for each defect. The explorer must find it. */
export const testPlanted = (planted: readonly PlantedDefect[]) => {
  for (const [size, scenario, defect, needs] of planted) {
    const able = declared.filter((one) => !needs || hasNeed(one, needs));
    const names = able.map(({ label }) => `${label} ${scenario}`).filter((name) => scenarios[name]);
    const title = `the explorer finds the defect ${defect}`;
    if (names.length === 0) {
      test.todo(`${title}: ${NOTHING_TO_TEST} a resource that has ${needs}`);
      continue;
    }
    test(title, async () => {
      const bundles = temporaryFolder();
      await bundleWithDefects([`kit/table/${defect}`], bundles);
      const { failures } = await checkExplore({ seed: 1 }, { ...size, scenarios: names, bundles, maxFailures: 1 });
      expect(failures).toEqual([expect.any(String)]);
    });
  }
};
