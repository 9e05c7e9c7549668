import { Owner } from '../../../functions/model/text';
import { readAs } from '../../support/model';

const id = 'aZ09_-aZ09_-aZ09_-aZ09';
const read = (owner: string) => readAs({ owner: Owner }, { owner });

test('the id of an owner has 22 letters, digits, _ and -', () => {
  expect(read(id)).toEqual({ owner: id });
});

test.each(['', id.slice(1), `${id}x`, `+${id.slice(1)}`, `${id.slice(1)}+`, `${id.slice(1)}\n`, 'ada@example.com'])(
  '%j is no id of an owner',
  (text) => {
    expect(() => read(text)).toThrow();
  },
);
