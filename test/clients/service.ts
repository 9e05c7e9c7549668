import { serve } from '../../lib/local/serve';

/** The synthesized stack on an embedded DynamoDB of its own; answers its URL. */
export const startService = () => {
  let running: Awaited<ReturnType<typeof serve>> | undefined;
  beforeAll(async () => {
    running = await serve({ assembly: process.env.ASSEMBLY ?? '', port: 0, onCall: () => {}, onLog: () => {} });
  });
  afterAll(() => running?.close());
  return () => running?.url ?? '';
};
