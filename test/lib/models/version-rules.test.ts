import { entityOf } from '../../../functions/kit/entity';
import {
  type Fields,
  indexed,
  optional,
  serverSet,
  storedAs,
  unique,
  withDefault,
} from '../../../functions/kit/model/field';
import { number } from '../../../functions/kit/model/kinds';
import { object, objects } from '../../../functions/kit/model/objects';
import { sorted } from '../../../functions/kit/model/sorted';
import { states } from '../../../functions/kit/rules/states';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { versionErrors } from '../../../lib/models/version-rules';

const title = { maxLength: 9 };
const code = unique(title);
const body = { ...title, default: '' };
const state = indexed({ ...title, default: 'new' });
const price = optional(sorted(number()));
const rank = sorted({ ...title, default: 'low' });
const none = { summary: '', request: {} };
const total = serverSet(withDefault(number(), 0));
const step = states({ open: ['done'], lost: [] });
const [place, lines] = [object({ city: title }), optional(objects({ sku: title }))];
const input = { title, code, body, state, price, rank, total, step, place: optional(place), lines };
const first: Resource = {
  ...entityOf({ collection: 'NOTE', path: '/api/v1/notes', model: input }),
  about: '',
  input,
  examples: { stored: [{ id: '' }, { id: '' }], create: none, replace: none, update: none },
};

test.each<[string, Fields, ...string[]]>([
  ['may rename a field', { heading: storedAs('title', title), code, body }],
  ['may rename a sorted field', { title, code, body, cost: storedAs('price', price) }],
  ['may keep a sorted field without its order', { title, code, body, price: optional(number()) }],
  ['may leave out and add what need not be there', { title, code, tag: optional(title) }],
  [
    'may rename and add a member of an object',
    { title, code, body, place: optional(object({ town: storedAs('city', title), zip: optional(title) })) },
  ],
  [
    'keeps a required member of an object',
    { title, code, body, place: optional(object({ town: title })) },
    '"place.city" of notes is required, and notes-v2 writes',
    '"place.town" of notes-v2 is required, and notes writes',
  ],
  [
    'has the members of the objects in a list',
    { title, code, body, lines: optional(objects({ sku: title, note: optional(title) })) },
    'The field "lines.note" of notes-v2 is in a list, and notes replaces the list without it',
  ],
  [
    'stores a field once',
    { heading: title, code, body },
    '"title" of notes is required',
    '"heading" of notes-v2 is required',
  ],
  [
    'has one field for an attribute',
    { heading: storedAs('title', title), title, code, body },
    'The fields "heading" and "title" of notes-v2 have one attribute, "title"',
  ],
  [
    'keeps a required field',
    { title: optional(title), code, body },
    '"title" of notes is required, and notes-v2 writes',
  ],
  ['keeps the type of a field', { title, code, body: { type: 'number', default: 1 } }, 'is a text', 'is a number'],
  [
    'lets clients write what only handlers set',
    { title, code, body, total: withDefault(number(), 0) },
    'The field "total" of notes has another rule "isServerSet" than in notes-v2',
    'The field "total" of notes-v2 has another rule "isServerSet" than in notes',
  ],
  [
    'has other changes of a state',
    { title, code, body, step: states({ open: ['done', 'lost'], lost: ['open'] }) },
    'The field "step" of notes has another rule "changes" than in notes-v2',
    'The field "step" of notes-v2 has another rule "changes" than in notes',
  ],
  [
    'writes the index entry of a default that another shows',
    { title, code, body, state: indexed(optional(title)) },
    '"state" of notes has a default, and notes-v2 writes items without it',
  ],
  [
    'writes the entry of a default by which another is sorted',
    { title, code, body, rank: sorted(optional(title)) },
    '"rank" of notes has a default, and notes-v2 writes items without it',
  ],
  [
    'sorts by no default that items may lack',
    {
      title,
      code,
      body,
      label: sorted({ ...title, default: 'low' }),
      tag: storedAs('price', sorted({ ...number(), default: 1 })),
    },
    '"tag" of notes-v2 has a default, and notes writes items without it',
  ],
  ['keeps a value unique', { title, code: title, body }, '"code" of notes has another rule "unique"', 'than in notes:'],
])('a version %s', (_, input, ...errors) => {
  expect(versionErrors([first, { ...first, path: '/api/v2/notes', input }])).toEqual(
    errors.map((error) => expect.stringContaining(error)),
  );
});
