import { didYouMean } from '../../../../functions/kit/model/did-you-mean';

test.each([
  ['contents', 'content'],
  ['contnet', 'content'],
  ['Title', 'title'],
  ['titel', 'title'],
  ['order_id', 'orderId'],
  ['ORDERID', 'orderId'],
  ['nmae', 'name'],
  // Two changes of five letters are too many, whether they are neighbours or not.
  ...['tixxe', 'tixte', 'tilxe', 'ditel', 'tags', '42', 'constructor', '', 'имяtitle'].map((word) => [word, undefined]),
])('%j means %s', (word = '', meant) => {
  expect(didYouMean(word, ['title', 'content', 'orderId', 'name'])).toBe(meant);
});
