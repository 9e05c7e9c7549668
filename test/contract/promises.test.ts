import { methodOf, pathOf, type Route } from '../../functions/kit/http/route';
import { isFilter } from '../../functions/kit/model/page';
import { operations } from '../../functions/kit/site/openapi/operations';
import { pathAt } from '../../functions/kit/site/paths';
import * as routes from '../../functions/routes';
import { indexesOfRoute } from '../../lib/models/indexes';
import { validValue } from '../../lib/models/valid-body';
import { groups, parseGroups } from '../../lib/verify/groups';
import { createPlayer, type SendLine } from '../../lib/verify/play';
import { isOwnRoute, unplayed } from '../../lib/verify/played';
import { isBelow } from '../../lib/verify/rows/relations';
import { nameInRows } from '../../lib/verify/rows/resources';
import { declared } from '../support/declared';
import { useService } from '../support/service';
import { documented } from './documented';

/*
 * The promises that `npm run verify` plays against any stage. lib/verify/rows has their requests. The requests of this file
 * complete them: every response in the OpenAPI document then happens, and every function uses all of its permissions. Of a route
 * beside the six of a resource, this is true of the responses that the kit makes, and of the permissions if rows play the route.
 */

const { ask, url, calls } = useService();

const faultGroups = documented.flatMap(({ name, route, status, code, fault }) => {
  if (fault === undefined) return [];
  const line = `${methodOf(route)} ${pathOf(route)
    .replace('{id}', code === 'not-found' ? 'none' : '{nobody}')
    .replace(/\{(?!nobody)\w+\}/g, 'x')}`;
  return [`# ${name} has the documented response ${status} ${code}\n${line}${fault} | ${status} ${code}`];
});

const filterGroups = declared.flatMap((one) => {
  const { label, path, input } = one;
  const filters = Object.entries(input).filter(([, field]) => isFilter(field));
  return filters.map(
    ([name]) => `# The ${label} are listed by ${name}\nGET ${path}?${name}=${validValue(one, name)} | 200`,
  );
});

const ancestorGroups = declared.flatMap(({ label, parents, path, created, relations, input }) => {
  const names = [...parents.matchAll(/^(\w+) = POST /gm)].map(([, name]) => name);
  // The rows of lib/verify delete the only parent.
  const above = relations.length > 1 ? names : names.slice(0, -1);
  const ancestors = declared.filter(({ noun }) => above.includes(nameInRows(noun)));
  return ancestors.flatMap((ancestor) => {
    const deletion = `DELETE ${ancestor.path}/{${nameInRows(ancestor.noun)}.id}?force=true | 204\nGET {a} | 404`;
    const isUnder = (parent: string) => parent === ancestor.noun || isBelow(parent, ancestor.noun);
    // Each way down to the children has an index of its own.
    return relations
      .filter(({ parent }) => isUnder(parent))
      .map(({ attribute }) => {
        const others = relations.filter((each) => each.attribute !== attribute && input[each.attribute]?.isOptional);
        const body = { ...created, ...Object.fromEntries(others.map((each) => [each.attribute, undefined])) };
        return `# The ${label} are deleted by ${attribute} with one of the ${ancestor.label}
${parents}\na = POST ${path} | ${JSON.stringify(body)} | 201\n${deletion}`;
      });
  });
});

const promised = groups.filter(({ needs }) => needs !== 'origins');
const ownGroups = [...faultGroups, ...filterGroups, ...ancestorGroups].flatMap(parseGroups);

const seen = new Set<string>();

/** Sends a request. The OpenAPI document must have the response, and without settings no read may be stored. */
const send: SendLine = async (line, parts) => {
  const response = await ask(line, parts);
  const [method, target = ''] = line.split(' ');
  const [address = ''] = target.split('?');
  const ofMethod = operations.filter(({ route }) => methodOf(route) === method);
  const path = pathAt(
    ofMethod.map(({ route }) => pathOf(route)),
    address,
  );
  const operation = ofMethod.find(({ route }) => pathOf(route) === path);
  const code = response.status < 400 ? '' : (response.body?.code ?? '');
  seen.add(`${operation?.name} ${response.status} ${code}`);
  // `npm run verify` allows a type here, because the gateway may add one.
  if (response.text === '' && (method !== 'HEAD' || response.status === 304))
    expect(response.headers).not.toHaveProperty('content-type');
  if (operation?.resource && method === 'GET' && /200|304/.test(String(response.status)))
    expect(response.headers['cache-control']).toBe('no-cache');
  return response;
};

const { play, remove } = createPlayer(send, url());

let keptCount = 0;

test.each([...promised, ...ownGroups])('$promise', async (group) => {
  expect((await play(group)).broken).toBeUndefined();
  keptCount++;
});

for (const { sentence } of unplayed) test.todo(sentence);

test('npm run verify deletes what the rows of each resource have created', async () => {
  expect(await remove()).toEqual([]);
  for (const { path } of declared) expect((await ask(`GET ${path}`)).body).toEqual([]);
});

test('every response in the OpenAPI document happens, after the tests before', () => {
  const responses = documented
    .filter(({ isDemanded }) => isDemanded)
    .map(({ name, status, code }) => `${name} ${status} ${code}`);
  expect(responses.filter((response) => !seen.has(response))).toEqual([]);
});

test('every function uses all of its permissions and no other, in the tests before', () => {
  const grantsOf = ([name, route]: readonly [string, Route]) => [
    ...(route.actions ?? []).map((action) => `${name}: ${action} on the table`),
    ...indexesOfRoute(route, { ownership: false }).map((index) => `${name}: Query on ${index}`),
    // Calls of S3 name no action, and handlers sign addresses for others.
    ...Object.values(route.grants ?? {})
      .flat()
      .filter((action) => !action.startsWith('s3:'))
      .map((action) => `${name}: ${action}`),
  ];
  const all = Object.entries<Route>(routes);
  const used = calls().map(({ functionName, action, resource }) => {
    if (!action.startsWith('dynamodb:')) return `${functionName}: ${action}`;
    const target = resource.split('/index/')[1] ?? 'the table';
    return `${functionName}: ${action.replace('dynamodb:', '')} on ${target}`;
  });
  // A broken row ends its group, so that later rows play nothing.
  const isCut = keptCount < promised.length + ownGroups.length;
  const played = all.filter(
    ([name, route]) => !isOwnRoute(route) || !(isCut || unplayed.some((each) => each.name === name)),
  );
  const unused = played.flatMap(grantsOf).filter((line) => !used.includes(line));
  const advice = 'take it out of routes.ts, or add a row to docs.ts that needs it';
  expect(unused.map((line) => `${line} is not used: ${advice}`)).toEqual([]);
  const granted = all.flatMap(grantsOf);
  expect(used.filter((line) => !granted.includes(line) && !/: s3:\*$/.test(line))).toEqual([]);
});
