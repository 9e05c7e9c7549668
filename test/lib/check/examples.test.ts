import { entityOf } from '../../../functions/kit/entity';
import { type Field, optional, serverSet, unique } from '../../../functions/kit/model/field';
import { decimal } from '../../../functions/kit/model/kinds';
import { patchOf, responseOf } from '../../../functions/kit/model/models';
import { belongsTo } from '../../../functions/kit/model/relation';
import { states } from '../../../functions/kit/rules/states';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { exampleErrors } from '../../../lib/check/examples';
import { THING } from '../../functions/kit/things';
import { idOf } from '../../support/unit/table';

const name = { maxLength: 9 } satisfies Field;
const input = {
  name,
  code: unique(name, { normalize: (code) => code.toUpperCase() }),
  rank: serverSet(optional(decimal(2, { minimum: 0 }))),
  step: states({ open: ['done'] }),
};
const [one, other] = [
  { id: idOf(1), name: 'One', code: 'a', rank: 1, step: 'done' },
  { id: idOf(2), name: 'Two', code: 'b' },
];
const example = (request: object) => ({ summary: 'One', request });
const examples = {
  stored: [one, other],
  create: example({ name: 'New', code: 'c' }),
  replace: example({ name: 'New', code: 'c' }),
  update: example({ name: 'New' }),
} as const;
const response = responseOf(input);
const entity = entityOf({ collection: THING, path: '/things', model: response });
const things: Resource = { ...entity, about: 'Things.', input, examples };
const routes = {
  createThing: { routeKey: 'POST /things', body: input, response },
  replaceThing: { routeKey: 'PUT /things/{id}', body: input, response },
  updateThing: { routeKey: 'PATCH /things/{id}', body: patchOf(input), response },
  askThing: { routeKey: 'POST /things/{id}/question', body: { name }, response: { name } },
} as const;
const errorsOf = (...all: readonly Resource[]) => exampleErrors(routes, { resources: all, first: all });
const errorsOfExamples = (more: Partial<Resource['examples']>) =>
  errorsOf({ ...things, examples: { ...examples, ...more } });

const file = 'functions/things/docs.ts:';
const end = 'Change the example, or the model of the route.';
const unknown = 'total is not a member; allowed: name, code, step.';
const total = { total: 1 };

test('examples that fit have no errors, also what a PUT ignores, and what an answer shows', () => {
  const response = { ...routes, askThing: { ...routes.askThing, response: input } };
  const others = { askThing: { summary: 'Ask', description: 'Asks.', example: { name: 'New', code: 'c', rank: 1 } } };
  expect(exampleErrors(response, { resources: [{ ...things, others }], first: [] })).toEqual([]);
  expect(errorsOfExamples({ stored: [{ ...one, createdAt: '2026-01-01T00:00:00Z' }, other] })).toEqual([]);
});

test.each<[string, Partial<Resource['examples']>, string]>([
  [
    'stored[0]',
    { stored: [{ ...one, ...total }, other] },
    `\`examples.stored[0]\` does not fit PUT /things/{id}: ${unknown.replace('step', 'rank, step')} ${end}`,
  ],
  [
    'create',
    { create: example({ ...total, name: 'New', code: 'c' }) },
    `\`examples.create.request\` does not fit POST /things: ${unknown} ${end}`,
  ],
  [
    'replace',
    { replace: example({ name: 'New' }) },
    `\`examples.replace.request\` does not fit PUT /things/{id}: code is required. ${end}`,
  ],
  [
    'update',
    { update: example(total) },
    `\`examples.update.request\` does not fit PATCH /things/{id}: ${unknown} ${end}`,
  ],
  [
    'stored[0] with a wrong value of a field that only handlers set',
    { stored: [{ ...one, rank: -1 }, other] },
    '`examples.stored[0]` does not fit PUT /things/{id}: rank must be at least 0. Change the example, or the model of the route.',
  ],
  [
    'stored[0] with an amount that tools refuse',
    { stored: [{ ...one, rank: 19.99 }, other] },
    '`examples.stored[0]` does not fit PUT /things/{id}: rank is 19.99, which tools such as Redocly refuse, because they divide doubles; 9.99 is right. Change the example, or the model of the route.',
  ],
  [
    'update of a field that only handlers set',
    { update: example({ rank: 1 }) },
    `\`examples.update.request\` does not fit PATCH /things/{id}: rank is set by the service and cannot be written. ${end}`,
  ],
  [
    'replace with a state',
    { replace: example({ name: 'New', code: 'c', step: 'done' }) },
    '`examples.replace.request` has the state "step": leave it out, because the tests send the examples in any order, and play each change of a state themselves.',
  ],
  [
    'stored[1] with a value of stored[0]',
    { stored: [one, { ...other, code: 'A' }] },
    '`examples.stored[1]` has the code of another example, and code is unique: change one of them.',
  ],
  [
    'stored[0] with an id of another form',
    { stored: [{ ...one, id: '1' }, other] },
    '`examples.stored[0]` has the id "1": take a UUIDv7 of the past, in lower case.',
  ],
])('an example that would be refused has an error: %s', (_, more, error) => {
  expect(errorsOfExamples(more)).toEqual([`${file} ${error}`]);
});

test.each<[string, Resource['others'], string]>([
  [
    'request',
    { askThing: { summary: 'Ask', description: 'Asks.', request: total } },
    `\`others.askThing.request\` does not fit POST /things/{id}/question: name is required (and 1 more error). ${end}`,
  ],
  [
    'example',
    { askThing: { summary: 'Ask', description: 'Asks.', example: { name: 1 } } },
    `\`others.askThing.example\` does not fit POST /things/{id}/question: name must be a string, not 1. ${end}`,
  ],
  [
    'name',
    { ask: { summary: 'Ask', description: 'Asks.' } },
    '`others` describes ask, and no route has this name: correct it, or add the route.',
  ],
])('the text of another route has an error when its %s does not fit', (_, others, error) => {
  expect(errorsOf({ ...things, others })).toEqual([`${file} ${error}`]);
  const groups = [{ name: 'things', about: 'Things.', others: { ...others } }];
  expect(exampleErrors(routes, { resources: [], first: [], groups })).toEqual([`${file} ${error}`]);
});

test('a child has an error when its parent is not created before', () => {
  const stored = [
    { id: idOf(3), thingId: idOf(1) },
    { id: idOf(4), thingId: idOf(9) },
  ] as const;
  const thingId = belongsTo({ attribute: 'thingId', parent: 'thing' });
  const parts = entityOf({ collection: 'PART' as typeof THING, path: '/parts', model: { thingId } });
  const child: Resource = { ...things, ...parts, input: { thingId }, examples: { ...examples, stored } };
  const errorAt = (at: number, id: string) =>
    `functions/parts/docs.ts: \`examples.stored[${at}]\` has the thingId "${id}": take the id of a stored thing, which comes before in resources.ts.`;
  expect(errorsOf(things, child)).toEqual([errorAt(1, idOf(9))]);
  expect(errorsOf(child, things)).toEqual([errorAt(0, idOf(1)), errorAt(1, idOf(9))]);
});
