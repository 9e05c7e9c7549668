import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { createProject } from './project';

const route = `export const calmReview = {
  routeKey: 'POST /api/v1/reviews/{id}/calm',
  entry: 'functions/reviews/calm.ts',
  response: Review,
  actions: ['UpdateItem'],
} as const satisfies Route;
`;
const texts = "calmReview: { summary: 'Calm a review', description: 'Makes the mood calm.' },";

/** Adds a POST that takes no body beside the one of functions/MAKE-IT-YOURS.md. */
export const addBodylessRoute = ({ folder, edit }: Pick<ReturnType<typeof createProject>, 'folder' | 'edit'>) => {
  edit('functions/reviews/routes.ts', 'export const rateReview', `${route}\nexport const rateReview`);
  edit('functions/reviews/docs.ts', '    rateReview', `    ${texts}\n    rateReview`);
  const handler = readFileSync(join(folder, 'functions/reviews/rate.ts'), 'utf8').replaceAll(
    'rateReview',
    'calmReview',
  );
  const calm = handler.replace('{ ...request', "{ ...request, body: { mood: 'calm' }");
  writeFileSync(join(folder, 'functions/reviews/calm.ts'), calm);
};
