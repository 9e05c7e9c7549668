import { describeShapes } from '../../support/declared';
import { testPlanted } from '../planted/test-planted';
import { checkExplore } from './check-explore';

const oneOf = Number(process.env.EXPLORE_ONE_OF ?? 1);

describeShapes('%s', (plural) => {
  test('its lists show each resource that stays once, with a fault and a write between any two pages', async () => {
    const size = { requests: 2, faults: 1, draws: 20, oneOf, scenarios: [`${plural} walks`] } as const;
    expect(await checkExplore({ seed: 1 }, size)).toMatchObject({ failures: [] });
  });
});

const alone = { requests: 1, faults: 0 } as const;
const together = { requests: 2, faults: 0 } as const;

/** Defects of sorted lists, which a copy of the project has (changed-project.program.test.ts). planted/ has those of all lists. */
testPlanted([
  [
    alone,
    'walks',
    'keys.ts: field.sorted && attribute in item ==> field.sorted && item.sk && attribute in item',
    'sorted',
  ],
  [together, 'walks', 'source.ts: = owner ? [(item) => item.owner === owner] : [] ==> = []', 'sorted'],
]);
