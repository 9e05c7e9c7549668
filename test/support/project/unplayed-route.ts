import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { createProject } from './project';

const route = `export const rateReview = {
  routeKey: 'POST /api/v1/reviews/{id}/rating',
  entry: 'functions/reviews/rate.ts',
  body: ReviewPatch,
  response: Review,
  actions: ['UpdateItem'],
} as const satisfies Route;
`;
const texts = "rateReview: { summary: 'Rate a review', description: 'Changes its stars.', request: { stars: 5 } },";
const handler = `import { handlePost } from '../kit/lambda/handle';
import { update } from '../kit/table/change';
import { rateReview } from './routes';
import { reviews } from './store';

export const handler = handlePost(rateReview, (request) => update(reviews, request));
`;

/** Title of the line of jest that says so. */
export const UNPLAYED = 'POST /api/v1/reviews/{id}/rating is not played: add rows to functions/reviews/docs.ts';

/** Adds a POST with a body, which no row plays, beside those of functions/BEYOND-DECLARATIONS.md. */
export const addUnplayedRoute = ({ folder, edit }: Pick<ReturnType<typeof createProject>, 'folder' | 'edit'>) => {
  edit('functions/reviews/routes.ts', 'export const getProductOf', `${route}\nexport const getProductOf`);
  edit('functions/reviews/docs.ts', '    getProductOf', `    ${texts}\n    getProductOf`);
  writeFileSync(join(folder, 'functions/reviews/rate.ts'), handler);
};
