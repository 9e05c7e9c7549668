import type { APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Event } from '../../functions/http/event';
import { createTables } from '../../lib/local/database/tables';
import { readTemplate } from '../../lib/local/template/template';
import { place } from '../../lib/place';
import { scan } from '../torture/scan';
import { eventOf, invoke } from './event';
import { startOwnDatabase } from './own-database';

type Handler = (event: Event, context: Context) => Promise<APIGatewayProxyStructuredResultV2>;
type Parts = { readonly body?: unknown; readonly headers?: Record<string, string> };

/** Handlers in this process, where a test can change their plan, over an embedded DynamoDB of their own. */
export const startGrown = (handlers: Readonly<Record<string, Handler>>) => {
  const { tables } = readTemplate(process.env.ASSEMBLY ?? '');
  const [{ name } = { name: '' }] = tables;
  let database: Awaited<ReturnType<typeof startOwnDatabase>> | undefined;
  const units: number[] = [];
  beforeAll(async () => {
    database = await startOwnDatabase();
    await createTables(database.endpoint, tables);
    Object.assign(process.env, {
      TABLE_NAME: name,
      AWS_REGION: place.region,
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    });
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      const { readUnits }: { readUnits?: number } = JSON.parse(String(line));
      return readUnits === undefined || units.push(readUnits) > 0;
    });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await database?.close();
  });
  /** Asks as `GET /posts?limit=3`. */
  const ask = (line: string, parts: Parts = {}) => {
    const [request = '', query] = line.split('?');
    const event = eventOf(request, { ...parts, query });
    const handler = handlers[event.routeKey];
    if (!handler) throw new Error(`No handler of this test serves ${event.routeKey}`);
    return invoke(handler, event);
  };
  return { ask, items: () => scan(database?.endpoint ?? '', name), lastUnits: () => units.at(-1) };
};
