import { country } from '../../../functions/kit/model/codes';
import type { Field } from '../../../functions/kit/model/field';
import { date, email, language, url, uuid } from '../../../functions/kit/model/formats';
import { decimal, instant, integer, number, texts } from '../../../functions/kit/model/kinds';
import { compareFields } from '../../../lib/models/compare-fields';
import { templateField } from '../../../lib/models/stored-models';

const text = { maxLength: 9 };

test.each<[shows: 'shows' | 'refuses', reader: string, field: Field, writer: string, written: Field]>([
  ['shows', 'decimal', decimal(3), 'decimal of fewer places', decimal(2)],
  ['shows', 'decimal', decimal(2), 'integer', integer()],
  ['shows', 'number', number(), 'decimal', decimal(2)],
  ['shows', 'text', text, 'date', date],
  ['shows', 'text', text, 'UUID', uuid],
  ['shows', 'text', text, 'country', country],
  ['shows', 'list of texts', texts(text), 'list of dates', texts(date)],
  // The guard compares no patterns, so these are texts.
  ['shows', 'address', email, 'text', text],
  ['shows', 'URL', url, 'language', language],
  ['refuses', 'decimal', decimal(2), 'decimal of more places', decimal(3)],
  ['refuses', 'decimal', decimal(2), 'number', number()],
  ['refuses', 'integer', integer(), 'decimal', decimal(2)],
  ['refuses', 'date', date, 'text', text],
  ['refuses', 'date', date, 'instant', instant],
  ['refuses', 'UUID', uuid, 'text', text],
  ['refuses', 'country', country, 'text', text],
  ['refuses', 'list of dates', texts(date), 'list of texts', texts(text)],
])('the guard %s a %s over a %s', (shows, _reader, field, _writer, written) => {
  const [is, was] = [field, written].map((each) =>
    templateField({ collection: 'NOTE', name: 'value', field: each, attribute: 'value' }),
  );
  if (!is || !was) throw new Error('There is no field');
  expect(compareFields(is, was, false).otherKind).toBe(shows === 'shows' ? undefined : was.kind);
  expect(compareFields(was, is, true).otherKind).toBe(undefined);
});
