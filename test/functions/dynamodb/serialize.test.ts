import { parse, serialize } from '../../../functions/dynamodb/lean/serialize';

describe('a value', () => {
  class Money {}
  test.each<[type: string, value: unknown]>([
    ['Uint8Array', new Uint8Array([1])],
    ['Buffer', Buffer.from('ab')],
    ['ArrayBuffer', new ArrayBuffer(1)],
    ['DataView', new DataView(new ArrayBuffer(1))],
    ['Set', new Set(['one'])],
    ['Buffer', [Buffer.from('ab')]],
    ['Map', new Map([['one', 1]])],
    ['Money', new Money()],
    ['String', Object('text')],
    ['bigint', 1n],
    ['function', () => 1],
    ['undefined', { constructor: 'none' }],
  ])('of the type %s is refused', (type, value) => {
    const refusal = `The attribute "value" has the type ${type}. Write a string,`;
    expect(() => serialize({ Item: { pk: 'POST', value } })).toThrow(refusal);
  });

  test('that is an item is refused when it is no plain object', () => {
    expect(() => serialize({ Item: new Map([['pk', 'POST']]) })).toThrow('has the type Map');
  });

  test.each([
    ['a set of binary values', { BS: ['YQ=='] }, new Set(['YQ=='])],
    ['a binary value', { B: 'YQ==' }, 'YQ=='],
    ['a number beyond the safe integers', { N: '9007199254740993' }, 9007199254740992],
    ['a set of numbers', { NS: ['1', '2.5'] }, new Set([1, 2.5])],
    ['null', { NULL: true }, null],
    ['false', { BOOL: false }, false],
    ['an empty text', { S: '' }, ''],
  ])('that is %s is read', (_, stored, value) => {
    expect(parse({ Item: { stored } })).toEqual({ Item: { stored: value } });
  });

  test('of a type that DynamoDB does not have is no value', () => {
    expect(() => parse({ Item: { stored: { X: 1 } } })).toThrow('Unsupported type passed: X');
  });

  test('is converted where DynamoDB has one, and nowhere else', () => {
    const input = { TableName: 'Item', Item: { Item: 'x' }, TransactItems: [{ Put: { Item: { n: 1 } } }] };
    const body = serialize(input);
    expect(JSON.parse(body)).toEqual({
      TableName: 'Item',
      Item: { Item: { S: 'x' } },
      TransactItems: [{ Put: { Item: { n: { N: '1' } } } }],
    });
    expect(parse(JSON.parse(body))).toEqual(input);
  });
});
