import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { compileFunction } from 'node:vm';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { clearAwakeTimeout, setAwakeTimeout } from './awake-timeout';

type BundleHandler = (
  event: APIGatewayProxyEventV2,
  context: { getRemainingTimeInMillis(): number },
) => Promise<APIGatewayProxyStructuredResultV2>;

/** Creates a clock that can be set ahead of the machine's clock. */
export const createClock = () => {
  let aheadMs = 0;
  class ShiftedDate extends Date {
    constructor(value?: string | number) {
      super(value ?? ShiftedDate.now());
    }
    static override now = () => Date.now() + aheadMs;
  }
  const setAhead = (ms: number) => {
    aheadMs = ms;
  };
  return { ShiftedDate: ShiftedDate as typeof Date, setAhead };
};

type BundleGlobals = {
  readonly environment: Record<string, string>;
  /** Receives each line that the function writes to the standard output. */
  readonly write: (line: string) => boolean;
  readonly OwnDate: typeof Date;
};

/** Loads a new instance of a bundle, with an environment, a standard output and a clock of its own. */
export const loadBundle = (file: string, { environment, write, OwnDate }: BundleGlobals): BundleHandler => {
  const ownProcess = Object.create(process, { env: { value: environment }, stdout: { value: { write } } });
  const module: { exports: { handler?: BundleHandler } } = { exports: {} };
  // Code from compileFunction cannot use import(). Node's own modules can be required instead.
  const source = readFileSync(file, 'utf8').replaceAll('await import("node:', 'await require("node:');
  // These timers do not count pauses of the machine. Without them, a pause would be a timeout of a DynamoDB call.
  const globals = { process: ownProcess, Date: OwnDate, setTimeout: setAwakeTimeout, clearTimeout: clearAwakeTimeout };
  const run = compileFunction(source, ['module', 'exports', 'require', ...Object.keys(globals)], { filename: file });
  run(module, module.exports, createRequire(file), ...Object.values(globals));
  if (!module.exports.handler) throw new Error(`The bundle ${file} exports no handler`);
  return module.exports.handler;
};
