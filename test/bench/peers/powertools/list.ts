import { json } from '../json';
import { list } from '../table';
import { observed } from './powertools';

export const handler = observed(async () => json(200, await list()));
