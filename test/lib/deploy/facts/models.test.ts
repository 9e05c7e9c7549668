import type { Field, Fields } from '../../../../functions/kit/model/field';
import { indexed, optional, serverSet, unique, withDefault } from '../../../../functions/kit/model/field';
import { boolean, instant, integer, number, oneOf, texts } from '../../../../functions/kit/model/kinds';
import { object } from '../../../../functions/kit/model/objects';
import { belongsTo } from '../../../../functions/kit/model/relation';
import { sorted } from '../../../../functions/kit/model/sorted';
import { states } from '../../../../functions/kit/rules/states';
import { addModels } from '../../../../lib/deploy/facts/models';
import { modelsOf, type StoredModels } from '../../../../lib/models/stored-models';
import { declared } from '../../../support/declared';
import { refusals, type StageMetadata, templateWith } from '../templates';

const [{ path, plural, noun } = { path: '/notes', plural: 'notes', noun: '' } as const] = declared;
const modelsWith = (status?: Field) =>
  modelsOf({ getNote: { routeKey: `GET ${path}/{id}`, response: status && { status }, access: 'public' } });

/** Returns the refusals of models over a stage, without the advice to confirm them. */
const refusalsOver = (was: Partial<StageMetadata>, Models: StoredModels) => {
  const found = refusals(templateWith(was), templateWith({ Models }));
  expect(refusals(templateWith(was), templateWith({ Models }), 'models')).toEqual([]);
  return found.map((text) => text.replace(/, or confirm with -c confirm=models\.$/, ''));
};

const [text, set] = [{ maxLength: 9, pattern: [/x/, ''] } as const, oneOf('draft', 'published')];
const lack = (have: string) => `is required, and stored ${plural} ${have} none: give it a default, or make it optional`;
const other = (is: string, was: string) => `is ${is}, and stored ${plural} have ${was}: keep ${was}, or rename it`;
const removed = `refuses "draft", and stored ${plural} may have it: keep the value`;
const moved = (is: string, was: string) => `is stored as ${is}, and stored ${plural} have ${was}: say stored: '${was}'`;
const ownAttribute = moved(`${noun}_status`, 'status');
const ruled = (rule: string) =>
  `newly declares ${rule}, and stored ${plural} were written before: deploy the field alone, then run npm run verify -- --table <table> --fix with this code, then deploy and confirm this, and when no old function runs any more, verify again`;
const [, written = ''] = ruled('').split('newly declares , and ');
const reclaimed = `has another claim or normalize, and ${written}`;
const unfound = `newly has a default in its index, and ${written}`;
const normalize = (value: string) => value.toLowerCase();
const parent = belongsTo({ attribute: 'statusId', stored: 'status', parent: 'user', child: 'post', path: '/posts' });
const status = { ...text, stored: 'status' };
const gone = `is gone, and stored ${plural} have it: keep it`;

test.each<['refused' | 'accepted', change: string, was?: Field, is?: Field, ...reasons: string[]]>([
  ['refused', 'a new required field', undefined, text, lack('have')],
  ['refused', 'a field that was optional', optional(text), text, lack('may have')],
  ['refused', 'a field that had a default', withDefault(text, ''), text, lack('may have')],
  ['refused', 'an optional field of another kind', text, optional(integer()), other('integer', 'text')],
  ['refused', 'whole numbers only', number(), integer(), other('integer', 'number')],
  ['refused', 'instants only', text, instant, other('instant', 'text')],
  ['refused', 'a set of texts', text, set, other('oneOf', 'text')],
  ['refused', 'a list of a set', texts(text), texts(set), other('list of oneOf', 'list of text')],
  ['refused', 'a value less, and no default', withDefault(set, 'draft'), oneOf('published'), lack('may have'), removed],
  ['refused', 'a value less in a list', texts(set), texts(oneOf('published')), removed],
  ['refused', 'a state less', states({ draft: ['published'] }), states({ published: ['new'] }), removed],
  ['refused', 'another attribute', text, { ...text, stored: 'state' }, moved('state', 'status')],
  ['refused', 'an index with an attribute of its own', text, indexed(text), ownAttribute, ruled('indexed')],
  ['refused', 'an index of the same attribute', text, indexed(status), ruled('indexed')],
  ['refused', 'a field that becomes unique', indexed(status), unique(indexed(status)), ruled('unique')],
  ['refused', 'another normalization', unique(text), unique(text, { normalize }), reclaimed],
  ['refused', 'claims of another name', unique(text), unique(text, { claim: 'STATUS' }), reclaimed],
  ['refused', 'a field that becomes the id of a parent', text, optional(parent), ruled('belongsTo')],
  ['refused', 'a new default in an index', undefined, indexed(withDefault(text, 'a')), ruled('indexed')],
  ['refused', 'a default that an index lacks', optional(indexed(text)), indexed(withDefault(text, 'a')), unfound],
  ['refused', 'a field that becomes sorted', text, sorted(text), ruled('sorted')],
  ['refused', 'a new default that sorts', undefined, sorted(withDefault(text, 'a')), ruled('sorted')],
  ['refused', 'a default that an order lacks', optional(sorted(text)), sorted(withDefault(text, 'a')), unfound],
  ['refused', 'a field less', text, undefined, gone],
  ['refused', 'an object for a text', text, object({ text }), other('object', 'text')],
  ['refused', 'no object any more', object({ text }), undefined, gone],
  ['accepted', 'a new optional object', undefined, optional(object({ text }))],
  ['accepted', 'a new optional member', object({ text }), object({ text, note: optional(text) })],
  ['accepted', 'a new optional field', undefined, optional(text)],
  ['accepted', 'a new field with a default', undefined, withDefault(boolean, false)],
  ['accepted', 'a new field that no item has', undefined, optional(unique(indexed(sorted(text))))],
  ['accepted', 'a field that is not unique any more', unique(text), text],
  ['accepted', 'the same claims', unique(text, { normalize, claim: 'A' }), unique(text, { normalize, claim: 'A' })],
  ['accepted', 'fractions', integer(), number()],
  ['accepted', 'any text for a set', set, text],
  ['accepted', 'any text for an instant', instant, text],
  ['accepted', 'lists of any text', texts(set), texts(text)],
  ['accepted', 'other changes of a state', states({ draft: ['published'] }), states({ published: ['draft'] })],
  ['accepted', 'a field that only handlers set', withDefault(text, ''), serverSet(withDefault(text, ''))],
  ['accepted', 'a value more', set, oneOf('new', 'draft', 'published')],
  ['accepted', 'another length, pattern and default', withDefault(text, ''), withDefault({ maxLength: 5 }, 'a')],
])('models are %s with %s', (_, _change, was, is, ...reasons) => {
  expect(refusalsOver({ Models: modelsWith(was) }, modelsWith(is))).toEqual(
    reasons.map((reason) => `${plural}.status ${reason}`),
  );
});

const comments = modelsOf({ getComment: { routeKey: 'GET /comments/{id}', response: { body: text } } }).comments ?? {};
const second = { 'comments-v2': comments };

test.each<[string, string, StoredModels, Record<string, string>, string[]]>([
  ['refused', 'resource', {}, {}, ['its items are stored: keep it']],
  ['refused', 'version without a deprecation', second, {}, ['were not told: deploy its deprecation first']],
  ['refused', 'version that ends later', second, { comments: '2999-06-30' }, ['2999-06-30: keep it until then']],
  ['accepted', 'version that has ended', second, { comments: '2026-01-01' }, []],
  ['accepted', 'version without a last day', second, { comments: '' }, []],
])('models are %s without a %s, unless only earlier deployments had it', (_, _what, models, Deprecated, reasons) => {
  const found = refusalsOver({ Models: { comments, ...models }, Deprecated }, models);
  expect(found).toEqual(reasons.map((reason) => expect.stringContaining(reason)));
  expect(refusalsOver({ Models: models, Past: { comments } }, models)).toEqual([]);
});

test.each([
  [
    'refused',
    'another kind',
    optional(integer()),
    'status is integer, and stored notes-v2 have text: keep text, or rename it',
  ],
  ['refused', 'what was optional', text, 'status is required, and stored notes-v2 may have none'],
  ['accepted', 'fewer values', optional(set)],
  ['accepted', 'another attribute', optional({ ...integer(), stored: 'state' })],
])('models are %s with a version that shows a field of an ended version as %s', (_, _how, is, ...reasons) => {
  const fieldsOf = (response: Fields) => modelsOf({ getNote: { routeKey: 'GET /notes/{id}', response } }).notes ?? {};
  const [first, second] = [{ notes: fieldsOf({ status: optional(text) }) }, { 'notes-v2': fieldsOf({ status: is }) }];
  const found = [{ 'notes-v2': {}, ...first }, first].map((Models) =>
    refusalsOver({ Models, Deprecated: { notes: '2026-01-01' } }, second),
  );
  const each = reasons.map((reason) => expect.stringContaining(`notes-v2.${reason}`));
  expect(found).toEqual([each, each]);
});

test.each([
  ['refused', 'of another kind', optional(integer()), other('integer', 'text')],
  ['refused', 'required', text, lack('may have')],
  ['accepted', 'as it was', optional(text)],
])('models are %s with a field that comes back %s, however many deployments lacked it', (_, _how, is, ...reasons) => {
  const without = modelsWith();
  const Past = addModels(addModels(undefined, modelsWith(text)), without);
  expect(refusalsOver({ Models: without, Past }, modelsWith(is))).toEqual(
    reasons.map((reason) => `${plural}.status ${reason}`),
  );
});
