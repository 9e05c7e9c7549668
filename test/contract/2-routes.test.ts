import { methodOf, pathOf } from '../../functions/kit/http/route';
import { pluralIn } from '../../functions/kit/model/relation';
import { firstVersions, versionsOf } from '../../functions/kit/resources';
import { paths } from '../../functions/kit/site/paths.built';
import { gone, resources } from '../../functions/resources';
import { seed } from '../../lib/local/seed';
import { routeOf } from '../support/declared';
import { nobody, problem, useService } from '../support/service';

const { ask, url, environmentOf } = useService();

const newest = resources.filter((each) => versionsOf(each).at(-1) === each);
const ofNine = newest.map(({ path }) => `/${pluralIn(path)}${'/1'.repeat(8)}`);
const meantOf = (path: string, meant: string) => [path, `There is no such route; ${meant}`] as const;

describe('an unknown path', () => {
  test.each([
    ...newest.flatMap(({ path }) => {
      const plural = pluralIn(path);
      const unknown = [
        `/api/v9/${plural}/${nobody}`,
        `/${plural.toUpperCase()}/1`,
        `//${plural}`,
        `/${plural}/1/2/3`,
        `/x/1/${plural}`,
      ];
      const isGone = (each: string) => Object.keys(gone).some((old) => each.startsWith(`${old}/`));
      return unknown.filter((each) => !isGone(each)).map((each) => meantOf(each, `${plural} live at ${path}.`));
    }),
    // Only the last eight segments are compared, because an address can have thousands.
    ...['/api/v1', '/id', '/__proto__', `/${'x'.repeat(30)}`, ...ofNine].map((unknown) =>
      meantOf(unknown, `there are ${Object.keys(paths).join(', ')}.`),
    ),
  ])('names the route most likely meant: %s', async (path, detail) => {
    expect(await ask(`GET ${path}`)).toMatchObject(problem(404, 'not-found', { detail }));
  });
});

test('the examples of /docs succeed on the sample data of npm start', async () => {
  await seed({ url: url(), environmentOf }, {}, true);
  // Deletes children before their parents.
  for (const verb of ['list', 'get', 'create', 'replace', 'update', 'remove'] as const) {
    for (const resource of firstVersions.toReversed()) {
      const [name, route] = routeOf(resource, verb);
      const { stored, ...requests } = resource.examples;
      const path = pathOf(route).replace('{id}', `${stored.at(-1)?.id}`);
      const { status } = await ask(`${methodOf(route)} ${path}`, { body: Object(requests)[verb]?.request });
      expect([name, status < 300]).toEqual([name, true]);
    }
  }
});
