import { confirmable } from '../../../lib/stack/context';
import { issuer } from '../../support/stack';
import { refusals, tableWith, templateWith } from './templates';

const posts = (isRequired: boolean) => ({
  title: { kind: 'text', isRequired, hasDefault: false, stored: 'title', rules: [] },
});
const deployed = templateWith(
  {
    Settings: { issuer, tracing: true },
    Plan: { USER: [{ from: '2026-01-01T00:00Z', shards: 4 }] },
    Models: { posts: {} },
    Past: { posts: posts(false) },
    Callers: { listPosts: 'owners and admins' },
  },
  tableWith([]),
);
/** Returns a template that loses something of each kind. Another key makes CloudFormation replace the table. */
const nextOf = (stage: string) =>
  templateWith(
    {
      Settings: { stage, issuer, ownership: true },
      Plan: { USER: [] },
      Models: { posts: posts(true), comments: posts(true) },
      Callers: { listPosts: 'everybody' },
    },
    { ...tableWith([]), KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] },
  );

const tracing = /^This deployment drops the setting tracing=true of the stage; repeat it, or confirm with -c confirm=/;
const ofData = [
  /^This deployment leaves the data of the stage in the table Table, .+, or confirm with -c confirm=/,
  /^posts.title is required, and stored posts may have none: .+, or confirm with -c confirm=/,
  /^After this deployment the route listPosts serves everybody, .+, or confirm with -c confirm=/,
];
const plan = /^The deployed stage has the generation .+ of USER, and this code does not; .+ because it has items\.$/;

test.each([
  [
    'a stage has a sentence for each loss, and how to confirm those that can be',
    'prod',
    [],
    [tracing, ...ofData, plan],
  ],
  ['a stage has no sentence for a loss that it confirms', 'prod', ['tracing', 'table', 'access'], [ofData[1], plan]],
  ['nothing confirms a plan that loses items', 'prod', confirmable, [plan]],
  ['a preview loses its data, and no setting unseen', 'pr-12', [], [tracing]],
] as const)('a deployment over %s', (_, stage, confirm, expected) => {
  const found = refusals(deployed, nextOf(stage), ...confirm);
  expect(found).toEqual(expected.map((sentence) => expect.stringMatching(sentence ?? '')));
  const names = stage === 'prod' ? 'tracing,table,models,access' : 'tracing';
  const asking = found.filter((text) => text.includes('confirm='));
  for (const text of asking)
    expect(text.split('confirm=')[1]).toBe(`${confirm.length > 0 ? `${confirm},models` : names}.`);
});

test('a deployment of the template of a stage loses nothing', () => {
  for (const template of [deployed, nextOf('prod')]) expect(refusals(template, template)).toEqual([]);
});
