import { mintId } from '../../../functions/model/id';
import type { InProcessService, InvokeResponse } from '../in-process';
import type { Random } from '../random';

type KeyBody = Readonly<Record<string, string>>;
/** A request with an idempotency key. The token is the first word of the name or title in the body. */
export type KeyCase = { readonly line: string; readonly key: string; readonly token: string; readonly body: KeyBody };
type KeyOutcome = { readonly problems: readonly string[]; readonly isDeleted: boolean };

const MAX_TRIES = 100;

/** Serializes a body with another order of the fields or with other white space. */
const serialize = (body: KeyBody, { chance }: Random) => {
  const entries = Object.entries(body);
  return JSON.stringify(Object.fromEntries(chance(0.5) ? entries : entries.reverse()), null, chance(0.5) ? 2 : 0);
};

/** Sends a request again while the response is a 503. */
const retry = async (send: () => Promise<InvokeResponse>) => {
  for (let tries = 1; ; tries++) {
    const response = await send();
    if (response.status !== 503 || tries === MAX_TRIES) return { ...response, isRepeated: tries > 1 };
  }
};

const summaryOf = ({ status, text, headers }: InvokeResponse) =>
  `${status} ${headers.etag} ${headers.location} ${text}`;

/** Checks the responses to all requests with one key: each is a 201, all are equal, and at most one is no replay. */
const problemsOfResponses = (responses: readonly InvokeResponse[]) => {
  const created = responses.filter(({ status }) => status === 201);
  const different = new Set(created.map(summaryOf));
  const replayed = created.map(({ headers }) => headers['idempotency-replayed']);
  const originals = replayed.filter((value) => value === undefined).length;
  const replays = replayed.filter((value) => value === 'true').length;
  const isRight = originals <= 1 && originals + replays === created.length;
  return [
    ...(different.size > 1 ? [`the responses differ: ${[...different].join(' | ')}`] : []),
    ...(isRight ? [] : [`${originals} of ${created.length} responses are no replay; allowed: one`]),
  ];
};

/** Sends requests with one key in random ways: at once, one after the other, with another body, after a deletion. */
export const playKeyCase = async (
  { invoke }: InProcessService,
  { line, key, token, body }: KeyCase,
  random: Random,
): Promise<KeyOutcome> => {
  const problems: string[] = [];
  const expectResponse = (response: InvokeResponse, status: number, code?: string) => {
    if (response.status === status && (code === undefined || response.body?.code === code)) return;
    problems.push(`expected ${status} ${code ?? ''}, got ${summaryOf(response)}, log: ${response.log}`);
  };
  const post = (content: string) =>
    retry(() =>
      invoke(line, { headers: { 'idempotency-key': key }, body: content, leftMs: 1500 + random.below(8500) }),
    );
  const other = JSON.stringify({ ...body, ...(body.title ? { title: `${token} other` } : { name: `${token} other` }) });
  const isPost = line === 'POST /posts';

  if (isPost && random.chance(0.1)) {
    expectResponse(await post(JSON.stringify({ ...body, userId: mintId() })), 422, 'unknown-user');
  }
  const copies = 1 + random.below(5);
  const concurrent = 1 + random.below(copies);
  const responses = await Promise.all(Array.from({ length: concurrent }, () => post(serialize(body, random))));
  const [{ body: created } = { body: undefined }] = responses;
  if (random.chance(0.3)) expectResponse(await post(other), 422, 'idempotency-key-reused');
  const path = `${line.slice(5)}/${created?.id}`;
  if (random.chance(0.1)) {
    const name = isPost ? 'content' : 'name';
    expectResponse(await retry(() => invoke(`PATCH ${path}`, { body: { [name]: `${token} later` } })), 200);
  }
  const isDeleted = random.chance(0.1);
  if (isDeleted) {
    const { status, isRepeated } = await retry(() => invoke(`DELETE ${path}`));
    if (status !== 204 && !(status === 404 && isRepeated)) problems.push(`DELETE ${path} is answered ${status}`);
  }
  for (let i = concurrent; i < copies; i++) responses.push(await post(serialize(body, random)));

  for (const response of responses) expectResponse(response, 201);
  problems.push(...problemsOfResponses(responses));
  return { problems: problems.map((problem) => `${line} with the key ${key}: ${problem}`), isDeleted };
};
