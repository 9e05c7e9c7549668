import { type Fields, indexed, optional, storedAs, unique } from '../../../functions/kit/model/field';
import { belongsTo } from '../../../functions/kit/model/relation';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { versionErrors } from '../../../lib/models/version-rules';

const title = { maxLength: 9 };
const code = unique(title);
const body = { ...title, default: '' };
const state = indexed({ ...title, default: 'new' });
const none = { summary: '', request: {} };
const first: Resource = {
  collection: 'NOTE',
  path: '/api/v1/notes',
  about: '',
  input: { title, code, body, state },
  examples: { stored: [{ id: '' }, { id: '' }], create: none, replace: none, update: none },
};

test.each<[string, Fields, ...string[]]>([
  ['may rename a field', { heading: storedAs('title', title), code, body }],
  ['may leave out and add what need not be there', { title, code, tag: optional(title) }],
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
    'writes the index entry of a default that another shows',
    { title, code, body, state: indexed(optional(title)) },
    '"state" of notes has a default, and notes-v2 writes items without it',
  ],
  ['keeps a value unique', { title, code: title, body }, '"code" of notes has another rule "unique"', 'than in notes:'],
])('a version %s', (_, input, ...errors) => {
  expect(versionErrors([first, { ...first, path: '/api/v2/notes', input }])).toEqual(
    errors.map((error) => expect.stringContaining(error)),
  );
});

test('a child names the path of a version that is served', () => {
  const noteId = belongsTo({ attribute: 'noteId', parent: 'note', child: 'note', path: first.path });
  const errorsAt = (path: Resource['path'], name: string) =>
    versionErrors([{ ...first, path, input: { [name]: optional(noteId) } }]);
  const sentence = (name: string, path: string) =>
    `The field "${name}" of notes${path === first.path ? '' : '-v2'} has a relation whose list /api/v1/notes?noteId= is gone: give it path: '${path}', attribute: '${name}', stored: 'note_noteId'.`;
  expect(errorsAt(first.path, 'noteId')).toEqual([]);
  expect(errorsAt('/api/v2/notes', 'noteId')).toEqual([sentence('noteId', '/api/v2/notes')]);
  expect(errorsAt(first.path, 'partOf')).toEqual([sentence('partOf', first.path)]);
});
