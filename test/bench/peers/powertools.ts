import { Logger } from '@aws-lambda-powertools/logger';
import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { JSONStringified } from '@aws-lambda-powertools/parser/helpers';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { z } from 'zod';
import { found, json } from './json';
import * as table from './table';

const logger = new Logger({ serviceName: 'posts' });
const metrics = new Metrics({ namespace: 'bench', serviceName: 'posts' });

const Id = z.object({ id: z.uuid() });
const Body = JSONStringified(
  z.strictObject({ title: z.string().min(1).max(200), content: z.string().max(50_000).optional() }),
);

type JsonResponse = ReturnType<typeof json>;

/** Writes a log line and a metric for each request, as the documentation of Logger and Metrics shows. */
const observed =
  (respond: (event: APIGatewayProxyEventV2) => Promise<JsonResponse>) =>
  async (event: APIGatewayProxyEventV2, context: Context): Promise<JsonResponse> => {
    logger.addContext(context);
    metrics.captureColdStartMetric();
    try {
      const response = await respond(event);
      logger.info('request', { route: event.routeKey, status: response.statusCode });
      return response;
    } catch (error) {
      logger.error('request', error as Error);
      return json(error instanceof z.ZodError ? 400 : 500, { message: 'Failed' });
    } finally {
      metrics.addMetric('requests', MetricUnit.Count, 1);
      metrics.publishStoredMetrics();
    }
  };

export const get = observed(async ({ pathParameters }) => found(await table.get(Id.parse(pathParameters).id)));
export const create = observed(async ({ body }) => json(201, await table.put(Body.parse(body))));
export const list = observed(async () => json(200, await table.list()));
