import { checkPatterns, isWanted } from '../../../../lib/local/streams/filter';

const keys = (pk: string) => ({ dynamodb: { Keys: { pk: { S: pk } } } });

describe('filters of a mapping', () => {
  const ofOrders = { dynamodb: { Keys: { pk: { S: ['ORDER', { prefix: 'ORDER#' }] } } } };
  test.each<[string, boolean]>([
    ['ORDER', true],
    ['ORDER#2027-01-01T00:00Z#3', true],
    ['ORDER_ITEM', false],
    ['COUNT#ORDER#1', false],
  ])('let the collection ORDER pass in %s: %s', (pk, isPassed) => {
    expect(isWanted([ofOrders], keys(pk))).toBe(isPassed);
  });

  test.each<[string, Parameters<typeof isWanted>[0], object, boolean]>([
    ['no filter passes all', [], {}, true],
    ['one of several filters is enough', [{ a: [1] }, { b: [0] }], { b: 0 }, true],
    ['all members must match', [{ a: [1], b: [1] }], { a: 1, b: 0 }, false],
    ['a missing member matches no value', [{ a: { b: [1] } }], {}, false],
  ])('%s', (_, patterns, record, isPassed) => {
    expect(isWanted(patterns, record)).toBe(isPassed);
  });

  test('refuse a rule that the runner does not know', () => {
    expect(() => checkPatterns([{ a: { b: [1, { 'anything-but': [2] }] } }])).toThrow(
      'A filter has {"anything-but":[2]}; the local runner knows values and prefix',
    );
  });
});
