import { send } from '../../support/http';
import { hex } from '../../support/id';
import { type BodyFields, type CollectionName, fieldsOf, randomId } from '../fuzz/bodies';
import { isRefused, jsonOf, refusedUnits, whiteSpace } from '../fuzz/texts';
import type { Random } from '../random';

/** The number of code points in a chunk. An escaped code point takes up to 12 bytes, and a body has at most 256 KiB. */
const POINTS_PER_CHUNK = 20_000;

/** A body as JSON, and the fields that it contains. */
type TextBody = { readonly fields: BodyFields; readonly json: string };

/** Sends requests and reports each wrong response. */
export type TextJob = (fail: (text: string) => void) => Promise<void>;

const paths = { users: '/api/v1/users', posts: '/posts' } as const;

const acceptedCharacters = () =>
  Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter((text) => !isRefused(text));

/** Returns the fields as the service shows them. A field that is reset with `null` becomes the empty text. */
const stored = (fields: BodyFields) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? '']));

const describePoint = (text: string, index: number) => {
  const point = text.codePointAt(index);
  return point === undefined ? 'no character' : `U+${point.toString(16)}`;
};

/** Describes the first difference of two texts by its code points, because the texts may look the same. */
const firstDifference = (given: string, wanted: string) => {
  let index = 0;
  while (index < wanted.length && given[index] === wanted[index]) index++;
  const points = `${describePoint(given, index)} instead of ${describePoint(wanted, index)}`;
  return `${points} at ${index} of ${JSON.stringify(wanted).slice(0, 200)}`;
};

const differences = (wanted: BodyFields, { body, status }: Awaited<ReturnType<typeof send>>, where: string) =>
  Object.entries(wanted)
    .filter(([name, value]) => body?.[name] !== value)
    .map(
      ([name, value]) => `${where} (${status}): ${name} has ${firstDifference(String(body?.[name]), String(value))}`,
    );

const defaults = { users: {}, posts: { content: '' } } as const;

/** Returns the id just before an id. A list after it begins with the resource of the given id. */
const idBefore = (id: string) => id.slice(0, 24) + hex(Number.parseInt(id.slice(24), 16) - 1, 12);

type Writes = readonly [post: TextBody, put: TextBody, patch: TextBody];

/** Creates, replaces and patches a resource. Every response, GET and list must show the text that was sent. */
const writeAndRead = async (url: string, collection: CollectionName, writes: Writes) => {
  const path: string = paths[collection];
  const problems: string[] = [];
  let address = path;
  let wanted: BodyFields = {};
  for (const [index, { fields, json }] of writes.entries()) {
    const line = `${['POST', 'PUT', 'PATCH'][index]} ${address}`;
    const written = await send(url, line, { body: json });
    if (written.status > 201) return [`${line} ${json.slice(0, 200)} is answered ${written.status} ${written.text}`];
    if (index === 0) address = `${path}/${written.body.id}`;
    wanted = { ...(index === 2 ? wanted : defaults[collection]), ...stored(fields) };
    problems.push(...differences(wanted, written, line));
    problems.push(...differences(wanted, await send(url, `GET ${address}`), `GET after ${line}`));
  }
  const list = await send(url, `GET ${path}?limit=1&order=asc&after=${idBefore(address.slice(-36))}`);
  problems.push(...differences(wanted, { ...list, body: list.body?.[0] }, `GET ${path}`));
  if (collection === 'users') {
    const found = await send(url, `GET ${path}?email=${encodeURIComponent(String(wanted.email))}`);
    problems.push(...differences(wanted, { ...found, body: found.body?.[0] }, 'GET by e-mail'));
  }
  return problems;
};

const unescaped = (fields: BodyFields): TextBody => ({ fields, json: JSON.stringify(fields) });

const escaped = (fields: BodyFields): TextBody => ({
  fields,
  json: JSON.stringify(fields).replace(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`),
});

/** Makes jobs that write every accepted code point into the content of posts, in chunks, with and without escapes. */
export const chunkJobs = (url: string): TextJob[] => {
  const characters = acceptedCharacters();
  return Array.from({ length: Math.ceil(characters.length / POINTS_PER_CHUNK) }, (_, i) => async (fail) => {
    const chunk = characters.slice(i * POINTS_PER_CHUNK, (i + 1) * POINTS_PER_CHUNK);
    const title = `Code points from ${chunk[0]?.codePointAt(0)?.toString(16)}`;
    const forward = { title, content: chunk.join('') };
    const backward = { title, content: chunk.reverse().join('') };
    const writes: Writes = [unescaped(forward), escaped(backward), unescaped(forward)];
    for (const problem of await writeAndRead(url, 'posts', writes)) fail(problem);
  });
};

/** Makes jobs that write random texts into all fields of a user or post, except `userId`. */
export const sampleJobs = (url: string, random: Random, count: number): TextJob[] =>
  Array.from({ length: count }, () => {
    const own = random.fork();
    return async (fail) => {
      const collection = own.pick<CollectionName>(['users', 'posts']);
      const text = (isPatch: boolean) => {
        const { userId: _, ...fields } = fieldsOf(own, collection, { isPatch, users: [] });
        return { fields, json: jsonOf(own, fields) };
      };
      const problems = await writeAndRead(url, collection, [text(false), text(false), text(true)]);
      for (const problem of problems) fail(problem);
    };
  });

const validFields = { users: { name: 'x', email: 'x@y' }, posts: { title: 'x', content: 'x' } } as const;

type RefusedText = { readonly collection: CollectionName; readonly name: string; readonly character: string };

/** Returns one case for each field of both collections. Each case puts the character into its field. */
const inAllFields = (character: string) =>
  (['users', 'posts'] as const).flatMap((collection) =>
    Object.keys(validFields[collection]).map((name): RefusedText => ({ collection, name, character })),
  );

/** Makes a job that sends a refused character in one field. The response must be a 400 that names the field. */
const refusal = (url: string, random: Random, { collection, name, character }: RefusedText): TextJob => {
  const line = random.pick([
    `POST ${paths[collection]}`,
    `PUT ${paths[collection]}/${randomId(random)}`,
    `PATCH ${paths[collection]}/${randomId(random)}`,
  ]);
  const fields = { ...validFields[collection], [name]: `a${character}b@c` };
  const { json: body } = random.chance(0.5) ? escaped(fields) : unescaped(fields);
  return async (fail) => {
    const response = await send(url, line, { body });
    const named = response.body?.errors?.map(({ pointer }: { pointer: string }) => pointer);
    if (response.status !== 400 || String(named) !== `#/${name}`)
      fail(`${line} ${body} is answered ${response.status} ${response.text}`);
  };
};

/** Makes jobs that send each refused character in each field. Sends at most `surrogates` of the lone surrogates. */
export const refusalJobs = (url: string, random: Random, surrogates: number): TextJob[] => {
  const lone = refusedUnits.filter((unit) => !unit.isWellFormed());
  const step = Math.ceil(lone.length / surrogates);
  const chosen = [...refusedUnits.filter((unit) => unit.isWellFormed()), ...lone.filter((_, i) => i % step === 0)];
  const inEmail = [...whiteSpace, '@'].map((character) => ({ collection: 'users', name: 'email', character }) as const);
  return [...chosen.flatMap(inAllFields), ...inEmail].map((refused) => refusal(url, random, refused));
};
