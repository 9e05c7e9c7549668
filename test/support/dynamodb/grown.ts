import type { Generation } from '../../../functions/kit/entity';
import { plan } from '../../../functions/plan';
import { ask } from '../resources';
import { useService } from '../service';
import { setEnvironment } from './endpoint';
import { scan } from './scan';

/** Gives the partition plan these generations. `jest.restoreAllMocks` puts the old plan back. */
export const grow = (collection: string, ...generations: Generation[]) =>
  jest.replaceProperty<Record<string, readonly Generation[]>, string>(plan, collection, generations);

/**
 * Gives the handlers in this process the database of the worker's service. In this process a test can change the partition
 * plan, which it cannot in a bundle.
 */
export const startGrown = () => {
  const { database, empty } = useService();
  const { endpoint, TableName } = database;
  const units: { readUnits: number; writeUnits: number }[] = [];
  beforeAll(() => {
    setEnvironment(endpoint, TableName);
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => {
      const { readUnits, writeUnits }: Partial<(typeof units)[number]> = JSON.parse(String(line));
      if (readUnits !== undefined && writeUnits !== undefined) units.push({ readUnits, writeUnits });
      return true;
    });
  });
  afterAll(() => jest.restoreAllMocks());
  const lastUnits = () => units.at(-1);
  /** Sends a request that succeeds, and adds the read units in its log line. */
  const askMetered = async (line: string, prefer = '') => {
    const response = await ask(line, { headers: { ...(prefer && { prefer }) } });
    expect(response.status).toBe(200);
    return { ...response, units: lastUnits()?.readUnits ?? 0 };
  };
  const unitsOf = async (line: string, prefer?: string) => (await askMetered(line, prefer)).units;
  return { database, items: () => scan(endpoint, TableName), empty, lastUnits, askMetered, unitsOf };
};
