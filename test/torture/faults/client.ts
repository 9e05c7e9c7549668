import type { Answer, Inside } from '../inside';
import type { Random } from '../random';
import { learn } from './learn';
import { startMix } from './mix';
import { wire } from './wire';
import { effectOf, leftBy, type Request, type World } from './world';
import { distinct, openQuestion } from './worlds';

type Hand = {
  readonly inside: Inside;
  readonly random: Random;
  readonly name: string;
  /** The ids of users whom all clients write posts for; each has one that stays. */
  readonly shared: readonly string[];
  readonly onFailure: (text: string) => void;
};

/** With more worlds than this a client reads until it knows more. */
const MOST_WORLDS = 6;
const GRACE_MS = 250;
const MOST_TRIES = 5;
/** As many questions as may be open at the end, and then some. */
const MOST_ROUNDS = 500;

const isLost = ({ status }: Answer) => status >= 500;

/** One client, who asks one thing after the other and holds every answer against what it knows. */
export const startClient = ({ inside, random, name, shared, onFailure }: Hand) => {
  const next = startMix({ random, name, shared });
  const everybody = new Set(shared);
  /** Posts of which nobody can say whether they were created: no list is short enough to find them. */
  const perhaps = new Set<string>();
  const keys = new Set<string>();
  let worlds: readonly World[] = [new Map()];
  let repeat: Request | undefined;
  let isTrusted = true;
  let asked = 0;
  let answered = 0;

  const fail = (text: string) => onFailure(`${name}, request ${asked}: ${text}`);
  /** From here on nothing that this client knows can be held against anything. */
  const distrust = (text: string) => {
    isTrusted = false;
    fail(text);
  };

  const send = async (line: string, parts: { headers?: Record<string, string>; body?: unknown }) => {
    const leftMs = 1500 + random.below(8500);
    const answer = await inside.ask(line, { ...parts, leftMs });
    asked++;
    if (answer.status !== 503) answered++;
    else if (answer.body?.code !== 'unavailable' || answer.headers['retry-after'] !== '1') fail(`odd: ${answer.text}`);
    if (answer.status === 500)
      fail(`broken: ${line} ${JSON.stringify(parts)} -> 500 ${String(answer.log).slice(0, 300)}`);
    if (answer.ms > leftMs + GRACE_MS) fail(`late: ${line} with ${leftMs} ms left took ${Math.round(answer.ms)} ms`);
    return answer;
  };

  const hold = (request: Request, answer: Answer) => {
    if (isLost(answer)) {
      if (request.verb !== 'create' || request.kind === 'users' || request.key || request.members.userId) {
        worlds = distinct(worlds.flatMap((world) => leftBy(world, request, everybody)));
      } else perhaps.add(request.token);
      return;
    }
    const effects = worlds.map((world) => effectOf(world, request, everybody));
    const fitting = distinct(effects.flatMap((effect) => learn(effect, answer) ?? []));
    if (fitting.length > 0) {
      worlds = fitting;
      return;
    }
    const expected = effects.map(({ world, status, code = '', shown = '', listed }) => {
      const known = [shown, ...(listed ?? [])].map((token) => world.get(token) ?? '');
      return `${status} ${code} ${JSON.stringify(known)}`;
    });
    const kind = /^(get|find|postsOf)$/.test(request.verb) ? 'lost' : 'lie';
    const got = `${answer.status} ${answer.headers.etag ?? ''} ${answer.text}`;
    distrust(`${kind}: ${JSON.stringify(request)} -> ${got}; expected ${[...new Set(expected)].join(' or ')}`);
  };

  const ask = async (request: Request) => {
    const named = worlds.find((world) => 'token' in request && world.get(request.token)?.id) ?? worlds[0] ?? new Map();
    const { line, ...parts } = wire(request, named);
    if (request.verb === 'create' && request.key) keys.add(request.key);
    const answer = await send(line, parts);
    hold(request, answer);
    if (!isLost(answer)) return undefined;
    const mustRepeat = (request.verb === 'create' && request.key) || (request.verb === 'remove' && request.isForced);
    const mayRepeat = request.verb !== 'create' || request.kind === 'users';
    return mustRepeat || (mayRepeat && random.chance(0.5)) ? request : undefined;
  };

  /** What is everybody's is only held against what no other client can change. */
  const askShared = async () => {
    const line = `/api/v1/users/${shared[random.below(shared.length)]}`;
    const patched = `${name} ${asked}`;
    const isPatch = random.chance(0.7);
    const answer = await send(`${isPatch ? 'PATCH' : 'DELETE'} ${line}`, isPatch ? { body: { name: patched } } : {});
    if (isLost(answer)) return;
    const isRight = isPatch ? answer.body?.name === patched : answer.body?.code === 'user-has-posts';
    if (!isRight) fail(`lie: ${isPatch ? 'PATCH' : 'DELETE'} ${line} -> ${answer.text}`);
  };

  const forget = () => {
    const [world] = worlds;
    if (!world || worlds.length > 1 || world.size < 40) return;
    worlds = [new Map([...world].filter(([, { members }]) => members))];
  };

  return {
    step: async () => {
      forget();
      const request = repeat ?? (worlds.length > MOST_WORLDS ? openQuestion(worlds) : undefined);
      if (!request && random.chance(0.02)) return askShared();
      repeat = await ask(request ?? next(worlds[0] ?? new Map()));
    },
    /** Reads until one world is left, and then everything in it once more. */
    finish: async () => {
      const open = () => (isTrusted ? (repeat ?? openQuestion(worlds)) : undefined);
      const most = asked - answered + MOST_TRIES;
      let rounds = 0;
      for (let request = open(); request; request = open()) {
        repeat = await ask(request);
        if (++rounds > MOST_ROUNDS) distrust(`odd: no answer settles ${JSON.stringify(request)}`);
        if (asked - answered > most) distrust(`odd: nothing fails any more, and still 503: ${JSON.stringify(request)}`);
      }
      for (const [token, { id }] of worlds[0] ?? []) if (isTrusted && id) await ask({ verb: 'get', token });
      return { world: worlds[0] ?? new Map(), perhaps, keys };
    },
    isTrusted: () => isTrusted,
    counts: () => ({ asked, answered }),
  };
};
