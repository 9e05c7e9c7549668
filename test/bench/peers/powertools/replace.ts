import { JSONStringified } from '@aws-lambda-powertools/parser/helpers';
import { json } from '../json';
import { put } from '../table';
import { Id, observed, Post } from './powertools';

const Body = JSONStringified(Post);

export const handler = observed(async ({ body, pathParameters }) =>
  json(200, await put(Body.parse(body), Id.parse(pathParameters).id)),
);
