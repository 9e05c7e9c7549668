import { type Row, type Verb, verbOf } from '../../functions/http/row';
import { resourceOf } from '../../functions/resources';
import * as routes from '../../functions/routes';

/** Name of a route in the route table, including `fallback`. */
export type RouteName = keyof typeof routes;

export type RouteBudget = {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly responseBytes: number;
  readonly ms: number;
};

const itemBytes = 1_000;
const pageBytes = 50 * itemBytes;

/** Share of the clients that take compressed responses, as all browsers and most libraries do. */
const COMPRESSED_SHARE = 0.9;
/** Size of a compressed page, as a share of the page. test/lib/cost/sizes.test.ts measures prose. */
export const COMPRESSED_SIZE = 0.41;

/** Returns the average size of a response that most clients get compressed. */
const sentBytes = (bytes: number) => bytes * (1 - COMPRESSED_SHARE + COMPRESSED_SHARE * COMPRESSED_SIZE);

/** Read units of a request, the same for all resources: a page has 50 items, and one more is read. */
const readUnits: Partial<Record<Verb, number>> = { list: 6.5, get: 1, remove: 1 };
const responseBytes: Partial<Record<Verb, number>> = { list: sentBytes(pageBytes), remove: 0 };

const noUnits = { readUnits: 0, writeUnits: 0 };
/** Budget of the routes that are none of the six of a resource. */
const otherBudget: Readonly<Record<string, RouteBudget>> = {
  listRoutes: { ...noUnits, responseBytes: itemBytes, ms: 0.2 },
  getDescription: { ...noUnits, responseBytes: sentBytes(100 * itemBytes), ms: 1.7 },
  getReference: { ...noUnits, responseBytes: 500 * itemBytes, ms: 0.6 },
  fallback: { ...noUnits, responseBytes: itemBytes, ms: 0.2 },
};

const budgetOf = (name: string, row: Row): RouteBudget => {
  const [resource, verb] = [resourceOf(row), verbOf(row)];
  const site = otherBudget[name];
  if (site) return site;
  if (!resource || !verb)
    throw new Error(`The route ${row.routeKey} has no budget; add it to otherBudget in lib/cost.`);
  const writes: Partial<Record<Verb, number>> = resource.writeUnits;
  return {
    readUnits: readUnits[verb] ?? 0,
    writeUnits: writes[verb] ?? 0,
    responseBytes: responseBytes[verb] ?? itemBytes,
    ms: resource.ms[verb],
  };
};

/**
 * Capacity units, response size and milliseconds of one request, for items of 1 kB with a parent and pages of 50 items.
 * test/contract/capacity.test.ts measures the units.
 */
export const budget = Object.fromEntries(
  Object.entries<Row>(routes).map(([name, row]) => [name, budgetOf(name, row)]),
) as Record<RouteName, RouteBudget>;

/** Budget of the requests to lists whose parameters need other units: 50 ids, or the authors of 50 posts. */
const listVariants = Object.entries<Row>(routes)
  .filter(([, row]) => verbOf(row) === 'list' && resourceOf(row))
  .flatMap(([name, { expands }]) => {
    const page = budget[name as RouteName];
    const expanded = {
      ...page,
      readUnits: page.readUnits + 25,
      responseBytes: page.responseBytes + sentBytes(50 * 80),
      ms: 2.9,
    };
    const byId = { ...page, readUnits: 50 };
    return Object.entries({ [`${name}?id`]: byId, ...(expands && { [`${name}?expand`]: expanded }) });
  });

/** Budget of each request that `--mix` can name: those of `budget`, and lists by ids or with their authors. */
export const requestBudget: Readonly<Record<string, RouteBudget>> = { ...budget, ...Object.fromEntries(listVariants) };

/** Milliseconds of each route in the budget. */
export const measuredMs = Object.fromEntries(Object.entries(budget).map(([name, { ms }]) => [name, ms])) as Record<
  RouteName,
  number
>;

/**
 * Upper bound of a response. The page of /docs has 1.9 MB without compression. A list reads at most 1 MB of items, and
 * an item at most doubles its size in JSON.
 */
export const maxResponseBytes = 2 * 2 ** 20;

/** Bytes of a response before its body in HTTP/1.1; HTTP/2 sends fewer. test/lib/cost/sizes.test.ts measures them. */
export const HEADER_BYTES = 270;

/**
 * Log bytes of one request: the line of the function, the line of the access log, and those that Lambda adds where its
 * level is INFO. CloudWatch counts 26 bytes more for each line. An issuer adds up to 100 bytes, the caller and the target.
 * test/lib/cost/sizes.test.ts measures the first two lines; the last are the examples in AWS's documents.
 */
export const logBytes = { line: 130 + 26, access: 160 + 26, lambda: 350 + 2 * 26 };

/** Milliseconds that Lambda bills for a start: about 40 for the bundle (`init` in the results of the bench), and Node's. */
export const START_MS = 100;

const shareOf = (row: Row) => {
  const verb = verbOf(row);
  return (verb && resourceOf(row)?.shares?.[verb]) ?? 0;
};

/** Default of `--mix`: the share of each route in the requests, the largest first. */
export const defaultMix: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries<Row>(routes)
    .map(([name, row]): [string, number] => [name, shareOf(row)])
    .filter(([, share]) => share > 0)
    .sort(([name, share], [otherName, other]) => other - share || name.localeCompare(otherName)),
);
