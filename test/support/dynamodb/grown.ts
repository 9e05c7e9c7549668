import type { Generation } from '../../../functions/kit/entity';
import { plan } from '../../../functions/plan';
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
  return { database, items: () => scan(endpoint, TableName), empty, lastUnits: () => units.at(-1) };
};
