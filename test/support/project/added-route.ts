import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { createProject } from './project';

const route = `
export const getProductOfReview = {
  routeKey: 'GET /api/v1/reviews/{id}/product',
  entry: 'functions/reviews/product.ts',
  response: ShownProduct,
  reads: Review,
  actions: ['GetItem'],
} as const satisfies Route;
`;

const handler = `import { handleGet } from '../kit/lambda/handle';
import { get } from '../kit/table/get';
import { ShownProduct } from './model';
import { getProductOfReview } from './routes';
import { reviews } from './store';

export const handler = handleGet(getProductOfReview, async ({ id, caller }) => {
  const { productId } = (await get(reviews, { id, caller })).body;
  return get({ collection: 'PRODUCT', model: ShownProduct }, { id: productId, caller });
});
`;

const texts = `
  others: {
    getProductOfReview: {
      summary: 'Get the product of a review',
      description: 'The id and the name.',
      example: { id: '01a1f3ad-8e00-7000-8000-564751515551', name: 'One text' },
    },
  },`;

/** Adds `GET /api/v1/reviews/{id}/product` to a copy of the project. Returns the files that it edits. */
export const addRoute = ({ folder, edit }: ReturnType<typeof createProject>) => {
  const [routes, docs] = ['functions/reviews/routes.ts', 'functions/reviews/docs.ts'];
  const before = edit(routes, "'GET /api/v1/reviews/{id}'", "'GET /api/v1/reviews/{id}'");
  writeFileSync(join(folder, routes), `${before}${route}`);
  writeFileSync(join(folder, 'functions/reviews/product.ts'), handler);
  edit(docs, "  path: '/api/v1/reviews',", `  path: '/api/v1/reviews',${texts}`);
  return [routes, docs];
};
