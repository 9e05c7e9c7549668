import { JSONStringified } from '@aws-lambda-powertools/parser/helpers';
import { json } from '../json';
import { put } from '../table';
import { observed, Post } from './powertools';

const Body = JSONStringified(Post);

export const handler = observed(async ({ body }) => json(201, await put(Body.parse(body))));
