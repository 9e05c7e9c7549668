import { entityOf } from '../../../functions/kit/entity';
import type { Route } from '../../../functions/kit/http/route';
import { type Fields, indexed, optional, unique } from '../../../functions/kit/model/field';
import { Timestamp } from '../../../functions/kit/model/id';
import { integer, number } from '../../../functions/kit/model/kinds';
import { responseOf } from '../../../functions/kit/model/models';
import { belongsTo } from '../../../functions/kit/model/relation';
import { sortedPageQuery } from '../../../functions/kit/model/sort-query';
import { sorted } from '../../../functions/kit/model/sorted';
import type { Resource } from '../../../functions/kit/site/openapi/resource';
import { indexesOf, indexesOfRoute } from '../../../lib/models/indexes';
import { aPrivateResource, describeFor } from '../../support/declared';

const text = { maxLength: 9 };
const shopId = belongsTo({ attribute: 'shopId', parent: 'shop' });
const price = sorted(number());
const ofPrice = { name: 'by.price', attribute: 'pk', sort: 'price__sort' };
const ofShop = { name: 'byNoteShopId', attribute: 'note_shopId', sort: 'sk' };
const ofStars = { name: 'byNoteStars', attribute: 'note_stars', sort: 'sk', isNumber: true };
const stars = indexed(integer());
const inShop = (isWhole?: true): Fields => ({
  shopId,
  stars,
  price: sorted(number(), { within: ['shopId', 'stars'], isWhole }),
});

const notesWith = (model: Fields, isPrivate?: true) =>
  entityOf({ collection: 'NOTE', path: '/notes', model, isPrivate });
const tagsWith = (model: Fields) => entityOf({ collection: 'TAG', path: '/tags', model });
const withinShop = { ...ofShop, name: 'byNoteShopId.price', sort: 'price__sort' };
const withinStars = { ...ofStars, name: 'byNoteStars.price', sort: 'price__sort' };

test.each<[string, ReturnType<typeof notesWith>[], object[]]>([
  ['a plain field and a unique one', [notesWith({ text, code: unique(text) })], []],
  ['a parent', [notesWith({ shopId: optional(shopId) })], [ofShop]],
  ['an indexed integer', [notesWith({ stars })], [ofStars]],
  ['a sorted field', [notesWith({ price })], [ofPrice]],
  ['a sorted field of two resources', [notesWith({ price }), tagsWith({ price })], [ofPrice]],
  [
    'a sorted field of two versions',
    [notesWith({ price }), notesWith({ cost: { ...price, stored: 'price' } })],
    [ofPrice],
  ],
  ['a field that is sorted within two others', [notesWith(inShop())], [ofShop, ofStars, withinShop, withinStars]],
  ['such a field that sorts all, too', [notesWith(inShop(true))], [ofShop, ofStars, ofPrice, withinShop, withinStars]],
  [
    'a sorted field of a private resource',
    [notesWith({ price }, true)],
    [ofPrice, { ...ofPrice, name: 'by_owner.price', attribute: 'owner__list' }],
  ],
  [
    'updatedAt when it is sorted',
    [notesWith(responseOf({}, sorted(Timestamp)))],
    [{ ...ofPrice, name: 'by.updatedAt', sort: 'updatedAt__sort' }],
  ],
])('the indexes of %s', (_, versions, expected) => {
  expect(indexesOf(versions)).toEqual(expected);
});

describeFor(aPrivateResource, 'the list of a private resource', ({ resource, path, collection }) => {
  afterEach(() => jest.restoreAllMocks());

  test.each([
    [false, ['byStars', 'by.price', 'byStars.price']],
    [true, ['byStars', 'by.price', 'byStars.price', 'by_owner.price', 'by_owner']],
  ])('queries the indexes that find and sort, and those of owners if they own: %s', (ownership, expected) => {
    const model = {
      stars: { ...stars, stored: 'stars' },
      price: sorted(number(), { within: ['stars'], isWhole: true }),
    };
    const { members } = entityOf({ collection, path, model });
    jest.replaceProperty(resource as Resource, 'members', members);
    const route: Route = { routeKey: `GET ${path}`, query: sortedPageQuery(model) };
    expect(indexesOfRoute(route, { ownership })).toEqual(expected);
  });
});
