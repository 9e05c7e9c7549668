import type { InProcessService, InvokeResponse } from '../in-process';
import type { Random } from '../random';
import { learn } from './learn';
import { createMix } from './mix';
import { predict } from './predict';
import { serializeRequest } from './serialize-request';
import type { World, WorldRequest } from './world';
import { distinctWorlds, nextQuestion, worldsAfterLostResponse } from './worlds';

type ClientOptions = {
  readonly service: InProcessService;
  readonly random: Random;
  readonly name: string;
  /** The ids of the users whom all clients use. Each of these users has a post that is never deleted. */
  readonly shared: readonly string[];
  readonly onFailure: (text: string) => void;
};

/** A client with more possible worlds than this only reads, until responses have ruled out some worlds. */
const MAX_WORLDS = 6;
const GRACE_MS = 250;
/** The number of 503 responses that are allowed after the last fault. */
const MAX_UNAVAILABLE = 5;
/** The limit of reads at the end. It is larger than the number of questions that can be open. */
const MAX_QUESTIONS = 500;

const isLost = ({ status }: InvokeResponse) => status >= 500;

/** Creates a client that sends one request after the other, and checks each response against its possible worlds. */
export const createClient = ({ service, random, name, shared, onFailure }: ClientOptions) => {
  const nextRequest = createMix({ random, name, shared });
  const sharedIds = new Set(shared);
  /** Posts that may or may not exist. The creation got no response, and no list is short enough to find the post. */
  const uncertain = new Set<string>();
  const keys = new Set<string>();
  let worlds: readonly World[] = [new Map()];
  let repeat: WorldRequest | undefined;
  let isConsistent = true;
  let sent = 0;
  let answered = 0;

  const fail = (text: string) => onFailure(`${name}, request ${sent}: ${text}`);
  /** Reports a contradiction. No later response can be checked, because the state of the client is wrong. */
  const failForGood = (text: string) => {
    isConsistent = false;
    fail(text);
  };

  const send = async (line: string, parts: { headers?: Record<string, string>; body?: unknown }) => {
    const leftMs = 1500 + random.below(8500);
    const response = await service.invoke(line, { ...parts, leftMs });
    const { status, headers, text, body, ms, log } = response;
    sent++;
    if (status !== 503) answered++;
    else if (body?.code !== 'unavailable' || headers['retry-after'] !== '1') fail(`the 503 is malformed: ${text}`);
    if (status === 500) fail(`${line} ${JSON.stringify(parts)} is answered 500, log: ${String(log).slice(0, 300)}`);
    if (ms > leftMs + GRACE_MS) fail(`${line} takes ${Math.round(ms)} ms; allowed: ${leftMs} ms`);
    return response;
  };

  const updateWorlds = (request: WorldRequest, response: InvokeResponse) => {
    if (isLost(response)) {
      if (request.verb !== 'create' || request.kind === 'users' || request.key || request.fields.userId) {
        worlds = distinctWorlds(worlds.flatMap((world) => worldsAfterLostResponse(world, request, sharedIds)));
      } else uncertain.add(request.token);
      return;
    }
    const predictions = worlds.map((world) => predict(world, request, sharedIds));
    const matching = distinctWorlds(predictions.flatMap((prediction) => learn(prediction, request, response) ?? []));
    if (matching.length > 0) {
      worlds = matching;
      return;
    }
    const expected = predictions.map(({ world, status, code = '', shown = '', listed }) => {
      const known = [shown, ...(listed ?? [])].map((token) => world.get(token) ?? '');
      return `${status} ${code} ${JSON.stringify(known)}`;
    });
    const kind = request.verb === 'get' || !('token' in request) ? 'lost write' : 'false response';
    const got = `${response.status} ${response.headers.etag ?? ''} ${response.text}`;
    failForGood(`${kind}: ${JSON.stringify(request)} -> ${got}; expected ${[...new Set(expected)].join(' or ')}`);
  };

  /** Sends a request. Returns the request when the client has to send it again. */
  const perform = async (request: WorldRequest) => {
    const hasId = (world: World) => 'token' in request && world.get(request.token)?.id;
    const { line, ...parts } = serializeRequest(request, worlds.find(hasId) ?? worlds[0] ?? new Map());
    if (request.verb === 'create' && request.key) keys.add(request.key);
    const response = await send(line, parts);
    updateWorlds(request, response);
    if (!isLost(response)) return undefined;
    const mustRepeat = (request.verb === 'create' && request.key) || (request.verb === 'remove' && request.isForced);
    const mayRepeat = request.verb !== 'create' || request.kind === 'users';
    return mustRepeat || (mayRepeat && random.chance(0.5)) ? request : undefined;
  };

  /** Changes or deletes a shared user. Only facts that no other client can change are checked. */
  const useSharedUser = async () => {
    const path = `/api/v1/users/${shared[random.below(shared.length)]}`;
    const newName = `${name} ${sent}`;
    const isPatch = random.chance(0.7);
    const line = `${isPatch ? 'PATCH' : 'DELETE'} ${path}`;
    const response = await send(line, isPatch ? { body: { name: newName } } : {});
    if (isLost(response)) return;
    const isRight = isPatch ? response.body?.name === newName : response.body?.code === 'user-has-posts';
    if (!isRight) fail(`false response: ${line} -> ${response.text}`);
  };

  const forgetDeleted = () => {
    const [world] = worlds;
    if (!world || worlds.length > 1 || world.size < 40) return;
    worlds = [new Map([...world].filter(([, { fields }]) => fields))];
  };

  return {
    step: async () => {
      forgetDeleted();
      const request = repeat ?? (worlds.length > MAX_WORLDS ? nextQuestion(worlds) : undefined);
      if (!request && random.chance(0.02)) return useSharedUser();
      repeat = await perform(request ?? nextRequest(worlds[0] ?? new Map()));
    },
    /** Reads until only one world is possible, and then reads each resource of that world again. */
    finish: async () => {
      const open = () => (isConsistent ? (repeat ?? nextQuestion(worlds)) : undefined);
      const maxUnanswered = sent - answered + MAX_UNAVAILABLE;
      let questions = 0;
      for (let request = open(); request; request = open()) {
        repeat = await perform(request);
        if (++questions > MAX_QUESTIONS) failForGood(`no response rules out a world: ${JSON.stringify(request)}`);
        if (sent - answered > maxUnanswered) failForGood(`503 without a fault: ${JSON.stringify(request)}`);
      }
      for (const [token, { id }] of worlds[0] ?? []) if (isConsistent && id) await perform({ verb: 'get', token });
      return { world: worlds[0] ?? new Map(), uncertain, keys };
    },
    isConsistent: () => isConsistent,
    counts: () => ({ sent, answered }),
  };
};
