import { methodOf, pathOf, type Route } from '../../../functions/kit/http/route';
import { matchesPath } from '../../../functions/kit/site/paths';
import * as routes from '../../../functions/routes';
import type { HttpResponse } from '../../../lib/verify/http';
import { createPlayer, type SendLine } from '../../../lib/verify/play';
import { groupsOf, readStage } from '../../../lib/verify/stage';
import { declared, describeFor } from '../../support/declared';
import { loadHandler } from '../../support/resources';
import { useService } from '../../support/service';
import { skipPauses } from '../../support/time';
import { eventOf, invoke } from '../../support/unit/event';

/*
 * Behaviours of API Gateway that AWS documents, or that others report. Each is played before the local gateway.
 */

const { ask, url } = useService();
beforeEach(skipPauses);
afterEach(() => jest.restoreAllMocks());

type Proxy = (send: SendLine) => SendLine;

/** Changes the responses to some requests. */
const changing =
  (request: RegExp, change: (response: HttpResponse) => Partial<HttpResponse>): Proxy =>
  (send) =>
  async (line, parts) => {
    const response = await send(line, parts);
    return request.test(line) ? { ...response, ...change(response) } : response;
  };

const documented: Proxy = (send) => send;

/** Answers each OPTIONS with the headers of CORS alone, as if none reached the service. */
const answered = changing(/^OPTIONS /, ({ headers: sent }) => {
  const headers = Object.fromEntries(Object.entries(sent).filter(([name]) => name.startsWith('access-control-')));
  return { status: 204, headers, text: '', body: undefined };
});

/** Gives each response without a body a type. */
const typed = changing(/./, ({ text, headers }) =>
  text === '' ? { headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } } : {},
);

/** Sends `/docs/` to the function of `/docs`, with the path that `rewrite` makes. */
const slash =
  (rewrite = (path: string) => path): Proxy =>
  (send) =>
  async (line, parts) => {
    const [method = '', path = '', query = ''] = line.split(/[ ?]/);
    const route = Object.values<Route>(routes).find(
      (each) => methodOf(each) === method && matchesPath(pathOf(each), path),
    );
    if (!route || !path.endsWith('/')) return send(line, parts);
    const event = { ...eventOf(line, { query }), routeKey: route.routeKey, rawPath: rewrite(decodeURI(path)) };
    const response = await invoke(loadHandler(route), event);
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return { ...response, headers: Object.fromEntries(headers), text: response.body ?? '' };
  };

/** Answers itself, at the first of the requests that match, as the gateway of a new stage does. */
const fresh =
  (request: RegExp, times: number): Proxy =>
  (send) => {
    let left = times;
    return async (line, parts) => {
      if (!request.test(line) || left-- <= 0) return send(line, parts);
      return { status: [403, 404, 500][left % 3] ?? 0, headers: {}, text: '', body: { message: 'Not Found' } };
    };
  };

const origins = 'A page of any origin may read and write';
const options = 'OPTIONS names the methods of each route, and is a 404 on an unknown path';
const slashes = 'A slash at the end of a path redirects to the path without it';
const index = 'The index, the document and the reference describe the service';

describeFor({ what: 'a resource', found: declared[0] }, 'a gateway', ({ label, word }) => {
  const prefers = `Prefer chooses the body of a response about ${label}`;
  const tags = `An ETag is the condition of each request to ${label}, and a time is none`;
  const lives = `A created ${word} can be read, replaced, changed and deleted`;

  test.each<[title: string, world: Proxy, promises: string[], defect: string, defective: Proxy]>([
    [
      'sends preflights to $default',
      documented,
      [origins, options],
      'OPTIONS /nothing with .*: status is 404; expected 204',
      changing(/^OPTIONS .nothing/, () => ({ status: 404 })),
    ],
    [
      'answers each OPTIONS itself',
      answered,
      [origins],
      'allow-methods is "GET"',
      changing(/^OPTIONS/, ({ headers }) => ({ headers: { ...headers, 'access-control-allow-methods': 'GET' } })),
    ],
    [
      'gives a response without a body a type',
      typed,
      [lives, prefers, tags],
      'body is "{}"; expected ""',
      changing(/^(PATCH|DELETE|HEAD)/, ({ status }) => (status < 400 ? { text: '{}' } : {})),
    ],
    [
      'sends a path with a slash at its end to the route without it',
      slash(),
      [slashes],
      'expected 308',
      slash((path) => path.slice(0, -1)),
    ],
    [
      'knows a new route after 20 s',
      (send) => fresh(/openapi/, 10)(fresh(/docs|^(POST|DELETE)/, 10)(send)),
      [index, lives],
      'GET /docs .*: status is \\d+; expected 200',
      fresh(/^GET .docs/, 99),
    ],
  ])('that %s keeps the promises, and a defect does not', async (_, world, promises, defect, defective) => {
    jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    const verify = async (send: SendLine) => {
      const { play, remove } = createPlayer(send, url());
      const found = groupsOf(await readStage(send, url()), {}).filter(({ promise }) =>
        [...promises, options].includes(promise),
      );
      const played = await Promise.all(found.map(play)).finally(remove);
      return { promises: found.map(({ promise }) => promise), broken: played.flatMap(({ broken }) => broken ?? []) };
    };
    const kept = await verify(world(ask));
    expect(kept.broken).toEqual([]);
    expect(kept.promises).toEqual(expect.arrayContaining(promises));
    expect(kept.promises.includes(options)).toBe(world !== answered);
    const { broken } = await verify(defective(world(ask)));
    expect(broken.length).toBeGreaterThan(0);
    for (const sentence of broken) expect(sentence).toMatch(new RegExp(defect));
  });
});
