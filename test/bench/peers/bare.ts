import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { found, json } from './json';
import * as table from './table';

export const get = async ({ pathParameters }: APIGatewayProxyEventV2) =>
  found(await table.get(pathParameters?.id ?? ''));
export const create = async ({ body }: APIGatewayProxyEventV2) => json(201, await table.put(JSON.parse(body ?? '{}')));
export const replace = async ({ body, pathParameters }: APIGatewayProxyEventV2) =>
  json(200, await table.put(JSON.parse(body ?? '{}'), pathParameters?.id));
export const list = async () => json(200, await table.list());
