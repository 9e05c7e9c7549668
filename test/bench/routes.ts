import { bare } from '../support/creator';
import { aResource, routeOf } from '../support/declared';
import { eventOf } from '../support/unit/event';

const { found } = aResource;
if (!found) throw new Error(`The bench needs ${aResource.what}`);
const { resource, collection, path, text, long } = found;

const id = '01890000-0000-7000-8000-000000000000';
const texts = { [long]: 'Some text to store. '.repeat(10), [text]: 'A title' };
const body = { ...resource.examples.create.request, ...bare(resource), ...texts };
const updatedAt = '2026-11-21T12:00:00.000Z';

/** Has the attributes that all variants need, so that all variants read the same bytes. */
export const storedItem = { ...body, pk: collection, sk: id, rev: 'q83vEjRWeJCrze8S', updatedAt };

/** The headers that a browser and the gateway add to every request. */
const usualHeaders = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en-GB,en;q=0.9',
  host: 'a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'x-amzn-trace-id': 'Root=1-691f0000-0123456789abcdef01234567',
  'x-forwarded-for': '203.0.113.7',
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
};
/** The headers of a client that takes no compressed bodies, because bare sends none. */
const { 'accept-encoding': _, ...plainHeaders } = usualHeaders;
const length = String(Buffer.byteLength(JSON.stringify(body)));
const withBody = { body, headers: { ...usualHeaders, 'content-type': 'application/json', 'content-length': length } };

const events = {
  get: eventOf(`GET ${path}/${id}`, { headers: usualHeaders }),
  create: eventOf(`POST ${path}`, withBody),
  replace: eventOf(`PUT ${path}/${id}`, withBody),
  list: eventOf(`GET ${path}`, { headers: plainHeaders }),
};

/** The routes that are measured, each with the name of its handler and the event that API Gateway sends. */
export const routes = (['get', 'create', 'replace', 'list'] as const).map((verb) => ({
  verb,
  route: routeOf(resource, verb)[0],
  event: events[verb],
}));

const members = Array.from({ length: 8700 }, (_, index) => `"zyxwvutsrqponmlkjihgf${index}":0`).join();
const names = Array.from({ length: 3300 }, (_, index) => index.toString(36)).join('&');

/** Parts of the dearest requests within the limits of API Gateway. Each request is a 400. */
export const dearQueries = { '3,300 parameter names': { rawQueryString: names } };
export const dearBodies = {
  '256 KiB of brackets': { body: '['.repeat(256 * 1024) },
  '131,000 zeros': { body: `[${'0,'.repeat(131_000)}0]` },
  '8,700 unknown members': { body: `{${members}}` },
};
