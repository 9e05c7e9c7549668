import { json } from '../json';
import { get } from '../table';
import { Id, observed } from './powertools';

export const handler = observed(async ({ pathParameters }) => {
  const post = await get(Id.parse(pathParameters).id);
  return post ? json(200, post) : json(404, { message: 'Not Found' });
});
