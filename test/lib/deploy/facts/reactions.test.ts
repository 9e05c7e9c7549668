import { refusalsOf } from '../../../../lib/deploy/refusals';
import { confirmable } from '../../../../lib/stack/context';
import { refusals, region, type StageMetadata, tableWith, templateWith } from '../templates';

const streamArn = 'arn:aws:dynamodb:us-east-1:123456789012:table/copy/stream/1';
const stageWith = (Reactions: StageMetadata['Reactions'], Settings: object = {}) =>
  templateWith({ ...(Reactions && { Reactions }), Settings: { stage: 'prod', ...Settings } }, tableWith([]));
const both = { notify: ['/api/v1/orders', '/api/v1/lines'], count: ['/api/v1/lines'] };
const { notify, count } = both;

const gone = (name: string, advice = 'keep it in "functions/jobs.ts"') =>
  `The function ${name} gets no changes any more, and never sees the changes that it has not seen yet: ${advice}, or confirm with -c confirm=reactions.`;
const off = 'leave out reactions=off';

test.each([
  ['has one function less', stageWith({ notify }), [gone('count')]],
  [
    'takes a resource of a function away',
    stageWith({ notify: ['/api/v1/lines'], count }),
    [
      'The function notify does not follow /api/v1/orders any more, and never sees the changes that it has not seen yet: keep it in "changesOf", or confirm with -c confirm=reactions.',
    ],
  ],
  ['has reactions=off', stageWith(undefined, { reactions: 'off' }), [gone('notify', off), gone('count', off)]],
])('a deployment that %s is refused once for each loss, unless it confirms "reactions"', (_, next, expected) => {
  expect(refusals(stageWith(both), next)).toEqual(expected);
  expect(refusals(stageWith(both), next, 'reactions')).toEqual([]);
});

test('a deployment with a table whose stream no setting names is refused, unless it confirms both', () => {
  const next = templateWith({ Settings: { stage: 'prod', table: 'copy' } });
  const advice = 'name the stream of the table in "reactions"';
  expect(refusals(stageWith({ count }), next, 'table')).toEqual([
    gone('count', advice).replace('confirm=', 'confirm=table,'),
  ]);
  expect(refusals(stageWith({ count }), next, 'table', 'reactions')).toEqual([]);
  const following = templateWith({
    Reactions: { count },
    Settings: { stage: 'prod', table: 'copy', reactions: streamArn },
  });
  expect(refusals(stageWith({ count }), following, 'table')).toEqual([]);
});

test.each([
  ['the stream', { table: 'copy', reactions: streamArn }, { table: 'copy' }, { count }, undefined],
  ['off', { reactions: 'off' }, {}, undefined, { count }],
])('a deployment that drops the setting with %s is refused once', (_, before, given, was, is) => {
  const [deployed, next] = [stageWith(was, before), stageWith(is, given)];
  const found = refusalsOf(deployed, next, { region, given });
  expect(found).toEqual([
    `This deployment drops the setting reactions=${JSON.stringify(before.reactions)} of the stage; repeat it, or confirm with -c confirm=reactions.`,
  ]);
  expect(refusalsOf(deployed, next, { region, given, confirm: ['reactions'] })).toEqual([]);
});

test.each([
  ['adds a function', stageWith({ notify }), stageWith(both)],
  ['is that of a stage from before reactions', stageWith(undefined), stageWith(both)],
  ['is that of a preview', stageWith(both, { stage: 'pr-12' }), stageWith(undefined, { stage: 'pr-12' })],
])('a deployment that %s loses no change', (_, before, after) => {
  expect(refusals(before, after)).toEqual([]);
});

const viewOf = (StreamViewType?: string) =>
  templateWith({}, { ...tableWith([]), ...(StreamViewType && { StreamSpecification: { StreamViewType } }) });
test('a deployment that changes what the stream of the table holds is refused, whatever it confirms', () => {
  expect(refusals(viewOf('NEW_IMAGE'), viewOf('NEW_AND_OLD_IMAGES'), ...confirmable)).toEqual([
    'The stream of the table has NEW_IMAGE, and CloudFormation cannot change it to NEW_AND_OLD_IMAGES; keep NEW_IMAGE.',
  ]);
  for (const [before, after] of [
    [undefined, 'NEW_IMAGE'],
    ['NEW_IMAGE', undefined],
    ['NEW_IMAGE', 'NEW_IMAGE'],
  ])
    expect(refusals(viewOf(before), viewOf(after))).toEqual([]);
});
