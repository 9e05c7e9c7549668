import crypto, { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction, constants } from 'node:vm';
import { processEnvironmentOf } from '../../../lib/local/lambda/environment';
import type { LocalFunction } from '../../../lib/local/template/template';
import type { invoke } from '../../support/unit/event';

type BundleHandler = Parameters<typeof invoke>[0];

/** A call to DynamoDB that waits for its reply. It takes the place of node:http's request. */
export class HeldCall extends EventEmitter {
  body = '';
  constructor(
    readonly operation: string,
    private readonly onCall: (call: HeldCall) => void,
  ) {
    super();
  }
  /** Sends the call. The official client has the body as bytes, which warn about each conversion but this. */
  end(body: string | Uint8Array) {
    this.body = typeof body === 'string' ? body : Buffer.concat([body]).toString();
    this.onCall(this);
  }
  destroy() {}
  reply(statusCode: number, content: string) {
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    const response = Object.assign(new EventEmitter(), { statusCode, headers, complete: true });
    this.emit('response', response);
    response.emit('data', Buffer.from(content));
    response.emit('end');
  }
  loseReply() {
    this.emit('error', new Error('socket hang up'));
  }
}

/** Store of the one request of an instance. Node's own class slows down all promises, a little more with each instance. */
class OwnLocalStorage {
  private store: unknown;
  run(store: unknown, callback: () => unknown) {
    this.store = store;
    return callback();
  }
  getStore() {
    return this.store;
  }
}

/** The functions of a template, and what they need to run. */
export type Deployment = {
  readonly functions: readonly LocalFunction[];
  readonly endpoint: string;
  /** The folder of the bundles. By default that of the assembly. */
  readonly bundles?: string;
};

export type InstanceOptions = {
  readonly ownership?: boolean;
  readonly now: () => number;
  /** Determines the random bytes. */
  readonly seed: string;
  readonly onCall: (call: HeldCall) => void;
  /** Class of AsyncLocalStorage. By default one for an instance that has one request. */
  readonly storage?: new () => object;
};

/** Makes a crypto module whose random bytes follow from a seed. */
const seededCrypto = (seed: string) => {
  let count = 0;
  const bytes = (size: number) => createHash('sha256').update(`${seed}/${count++}`).digest().subarray(0, size);
  return Object.create(crypto, {
    randomBytes: { value: bytes },
    randomUUID: { value: () => bytes(16).toString('hex') },
  });
};

const compiled = new Map<string, ReturnType<typeof compileFunction>>();

/** Loads a bundle with its own environment, clock and random bytes. Its pauses before retries take no time. Returns its exports. */
export const loadBundle = (deployment: Deployment, name: string, options: InstanceOptions): object => {
  const { functions, endpoint, bundles = join(process.env.ASSEMBLY ?? '', 'bundles') } = deployment;
  const { ownership, now, seed, onCall, storage = OwnLocalStorage } = options;
  const file = join(bundles, name, `${name}.cjs`);
  const lambda = functions.find((one) => one.name === name);
  const environment = {
    ...(lambda && processEnvironmentOf(lambda, endpoint)),
    ...(ownership && { OWNERSHIP: 'true' }),
  };
  class Agent {
    readonly freeSockets = {};
  }
  const request = ({ headers }: { headers: readonly string[] }) => {
    const target = headers[headers.indexOf('x-amz-target') + 1] ?? '';
    return new HeldCall(target.replace(/^.*\./, ''), onCall);
  };
  const network = { STATUS_CODES, Agent, request };
  const async_hooks = { AsyncLocalStorage: storage };
  const modules = new Map<string, unknown>(
    Object.entries({ http: network, https: network, crypto: seededCrypto(seed), async_hooks }),
  );
  const load = createRequire(file);
  class OwnDate extends Date {
    constructor(value?: string | number) {
      super(value ?? OwnDate.now());
    }
    static override now = now;
  }
  const module: { exports: object } = { exports: {} };
  const globals = {
    module,
    exports: module.exports,
    require: (name: string) => modules.get(name.replace('node:', '')) ?? load(name),
    process: Object.create(process, { env: { value: environment }, stdout: { value: { write: () => true } } }),
    Date: OwnDate,
    Math: Object.create(Math, { random: { value: () => 0 } }),
    // In jest the bundle has another `Error`, and `instanceof` fails.
    Error,
    // Only pauses end, which take no time. Calls have no timeout, because a busy machine would let some of them fail.
    setTimeout: (callback: () => void, ms: number) => (ms > 0 ? undefined : setImmediate(callback)),
  };
  const compiling = { filename: file, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
  const run = compiled.get(file) ?? compileFunction(readFileSync(file, 'utf8'), Object.keys(globals), compiling);
  compiled.set(file, run);
  run(...Object.values(globals));
  return module.exports;
};

/** Loads a new instance of a function. */
export const loadInstance = (...[deployment, name, options]: Parameters<typeof loadBundle>): BundleHandler => {
  const { handler }: { handler?: BundleHandler } = loadBundle(deployment, name, options);
  if (!handler) throw new Error(`The bundle of ${name} exports no handler`);
  return handler;
};
