import { send } from '../../support/http';
import { type Collection, hex, idOf, type Members, membersOf } from '../fuzz/bodies';
import { jsonOf, refusedUnits } from '../fuzz/texts';
import type { Random } from '../random';

/** Each of them escaped takes 12 bytes, and a body has 256 KiB. */
const AT_ONCE = 20_000;

/** A body, and what it means. */
type Text = { readonly members: Members; readonly json: string };

/** Asks for something and says what is wrong with the answers. */
export type Job = (fail: (text: string) => void) => Promise<void>;

const paths = { users: '/api/v1/users', posts: '/posts' } as const;

const isRefused = (point: number) => point < 0x10000 && refusedUnits.includes(point);

const allPoints = () => Array.from({ length: 0x110000 }, (_, point) => point).filter((point) => !isRefused(point));

/** What is stored when a member is reset. */
const stored = (members: Members) =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ?? '']));

const pointAt = (text: string, index: number) => `U+${text.codePointAt(index)?.toString(16) ?? ' nothing'}`;

/** Where two texts part; in print they may look the same. */
const parting = (given: string, wanted: string) => {
  let index = 0;
  while (index < wanted.length && given[index] === wanted[index]) index++;
  return `${pointAt(given, index)} at ${index} instead of ${pointAt(wanted, index)} in ${JSON.stringify(wanted).slice(0, 200)}`;
};

const differences = (wanted: Members, { body, status }: Awaited<ReturnType<typeof send>>, where: string) =>
  Object.entries(wanted)
    .filter(([name, value]) => body?.[name] !== value)
    .map(([name, value]) => `${where} (${status}) has ${name} with ${parting(String(body?.[name]), String(value))}`);

const defaults = { users: {}, posts: { content: '' } } as const;

/** The id of which this one is the next. */
const before = (id: string) => id.slice(0, 24) + hex(Number.parseInt(id.slice(24), 16) - 1, 12);

/** Creates, replaces and patches; after each write a member and a list must show what was sent. */
const follow = async (url: string, collection: Collection, writes: readonly [post: Text, put: Text, patch: Text]) => {
  const path: string = paths[collection];
  const wrong: string[] = [];
  let address = path;
  let wanted: Members = {};
  for (const [index, { members, json }] of writes.entries()) {
    const line = `${['POST', 'PUT', 'PATCH'][index]} ${address}`;
    const written = await send(url, line, { body: json });
    if (written.status > 201) return [`${line} ${json.slice(0, 200)} is answered ${written.status} ${written.text}`];
    if (index === 0) address = `${path}/${written.body.id}`;
    wanted = { ...(index === 2 ? wanted : defaults[collection]), ...stored(members) };
    wrong.push(...differences(wanted, written, line));
    wrong.push(...differences(wanted, await send(url, `GET ${address}`), `GET after ${line}`));
  }
  const list = await send(url, `GET ${path}?limit=1&order=asc&after=${before(address.slice(-36))}`);
  wrong.push(...differences(wanted, { ...list, body: list.body?.[0] }, `GET ${path}`));
  if (collection === 'users') {
    const found = await send(url, `GET ${path}?email=${encodeURIComponent(String(wanted.email))}`);
    wrong.push(...differences(wanted, { ...found, body: found.body?.[0] }, 'GET by e-mail'));
  }
  return wrong;
};

const unescaped = (members: Members): Text => ({ members, json: JSON.stringify(members) });

const escaped = (members: Members): Text => ({
  members,
  json: JSON.stringify(members).replace(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`),
});

export const chunkJobs = (url: string): Job[] => {
  const points = allPoints();
  return Array.from({ length: Math.ceil(points.length / AT_ONCE) }, (_, i) => async (fail) => {
    const chunk = points.slice(i * AT_ONCE, (i + 1) * AT_ONCE).map((point) => String.fromCodePoint(point));
    const title = `Code points from ${chunk[0]?.codePointAt(0)?.toString(16)}`;
    const forth = { title, content: chunk.join('') };
    const back = { title, content: chunk.reverse().join('') };
    for (const text of await follow(url, 'posts', [unescaped(forth), escaped(back), unescaped(forth)])) fail(text);
  });
};

export const sampleJobs = (url: string, random: Random, count: number): Job[] =>
  Array.from({ length: count }, () => {
    const own = random.fork();
    return async (fail) => {
      const collection = own.pick<Collection>(['users', 'posts']);
      const text = (isPatch: boolean) => {
        const { userId: _, ...members } = membersOf(own, collection, { isPatch, users: [] });
        return { members, json: jsonOf(own, members) };
      };
      for (const wrong of await follow(url, collection, [text(false), text(false), text(true)])) fail(wrong);
    };
  });

const sound = { users: { name: 'x', email: 'x@y' }, posts: { title: 'x', content: 'x' } } as const;

type Refused = { readonly collection: Collection; readonly name: string; readonly character: string };
const inAll = (character: string) =>
  (['users', 'posts'] as const).flatMap((collection) =>
    Object.keys(sound[collection]).map((name): Refused => ({ collection, name, character })),
  );

/** A text with this in it must be refused in this member, and the answer names the member. */
const refusal = (url: string, random: Random, { collection, name, character }: Refused): Job => {
  const line = random.pick([
    `POST ${paths[collection]}`,
    `PUT ${paths[collection]}/${idOf(random)}`,
    `PATCH ${paths[collection]}/${idOf(random)}`,
  ]);
  const members = { ...sound[collection], [name]: `a${character}b@c` };
  const { json: body } = random.chance(0.5) ? escaped(members) : unescaped(members);
  return async (fail) => {
    const answer = await send(url, line, { body });
    const named = answer.body?.errors?.map(({ pointer }: { pointer: string }) => pointer);
    if (answer.status !== 400 || String(named) !== `#/${name}`)
      fail(`${line} ${body} is answered ${answer.status} ${answer.text}`);
  };
};

export const refusalJobs = (url: string, random: Random, surrogates: number): Job[] => {
  const units = refusedUnits.map((unit) => String.fromCharCode(unit));
  const lone = units.filter((unit) => !unit.isWellFormed());
  const step = Math.ceil(lone.length / surrogates);
  const chosen = [...units.filter((unit) => unit.isWellFormed()), ...lone.filter((_, i) => i % step === 0)];
  const gaps = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter((unit) =>
    /\s/.test(unit),
  );
  const inEmail = [...gaps, '@'].map((character) => ({ collection: 'users', name: 'email', character }) as const);
  return [...chosen.flatMap(inAll), ...inEmail].map((refused) => refusal(url, random, refused));
};
