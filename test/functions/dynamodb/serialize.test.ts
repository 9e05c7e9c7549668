import { parse, serialize } from '../../../functions/dynamodb/serialize';

describe('a value', () => {
  test.each([
    ['a Uint8Array', new Uint8Array([1])],
    ['a Buffer', Buffer.from('ab')],
    ['an ArrayBuffer', new ArrayBuffer(1)],
    ['a DataView', new DataView(new ArrayBuffer(1))],
    ['a set of Buffers', new Set([Buffer.from('ab')])],
    ['a Buffer in a list', [Buffer.from('ab')]],
  ])('that is %s is refused', (_, bytes) => {
    expect(() => serialize({ Item: { pk: 'POST', bytes } })).toThrow(/^"bytes" holds a [\w ]+\. Write other values/);
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
