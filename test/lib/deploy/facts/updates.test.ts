import { confirmable } from '../../../../lib/stack/context';
import { templateOf } from '../../../support/stack';
import { refusals, region, tableWith, templateWith } from '../templates';

const stageWith = (regions: string[], indexes: string[] = [], metadata = {}) =>
  templateWith(metadata, tableWith(regions, indexes));
const grown = { Plan: { USER: [{ from: '2999-01-01T00:00Z', shards: 4 }] } };
const one = 'one change at a time, because AWS allows no more';
const alone = 'the plan alone, because the functions get it only when the table is ready';

test.each([
  ['regions eu-west-1, eu-west-2', one, stageWith([region]), stageWith([region, 'eu-west-1', 'eu-west-2'])],
  ['regions eu-west-2, eu-west-1', one, stageWith([region, 'eu-west-1']), stageWith([region, 'eu-west-2'])],
  ['indexes byTag, byDay', one, stageWith([], ['byUser']), stageWith([], ['byUser', 'byTag', 'byDay'])],
  ['regions eu-west-1 and the plan', alone, stageWith([region]), stageWith([region, 'eu-west-1'], [], grown)],
])('a deployment that changes the %s is refused, whatever it confirms', (changed, deploy, before, after) => {
  expect(refusals(before, after, ...confirmable)).toEqual([`The table changes the ${changed}; deploy ${deploy}.`]);
});

test.each([
  ['the first region', templateOf(), templateOf({ replicas: 'eu-west-1' })],
  [
    'one index, for a new resource',
    stageWith([], ['byUser', 'byTag']),
    stageWith([], ['byTag', 'byUser', 'byDay'], { Plan: { USER: [] } }),
  ],
])('a deployment that changes %s is not refused', (_, before, after) => {
  expect(refusals(before, after)).toEqual([]);
});
