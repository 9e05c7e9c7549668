import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { synthesize } from '../../../lib/stack/synthesize';
import { undocumented } from '../valid';

declare global {
  /** Synthesizes the stack with these settings. Returns the folder of the assembly, and the template as JSON. */
  var synthesizeOnce: (settings: Record<string, unknown>) => { readonly assembly: string; readonly json: string };
  /** Checks a response by schemas that are compiled once in a worker, which takes longer than most test files. */
  var undocumentedOnce: typeof undocumented;
  /** Shows the error in the log line of a 500 beside the current test if the test fails. */
  var showIfFailed: (line: { readonly error?: unknown }) => void;
}

/** Matches the errors of Jest's timeout and of `expectWithin`. */
const LATE = /Exceeded timeout of|^Took \d+ ms/;

const results = new Map<string, ReturnType<typeof synthesizeOnce>>();

/** Synthesizes each combination of settings once in a worker, with the bundles that all tests share. */
const synthesizeInWorker: typeof synthesizeOnce = (settings) => {
  const { ASSEMBLY = '', CLIENT, TEST_FOLDER = '' } = process.env;
  const key = JSON.stringify(settings);
  const known = results.get(key);
  if (known) return known;
  // global-setup.ts has synthesized the stack without settings.
  const isThere = key === '{}' && CLIENT !== 'sdk';
  const folder = isThere ? ASSEMBLY : mkdtempSync(join(TEST_FOLDER, 'assembly-'));
  // Allows more resources than a stack can have with every setting. size.program.test.ts proves that limit.
  const context = { stages: {}, '@aws-cdk/core:stackResourceLimit': 0, ...settings };
  const assembly = isThere ? folder : synthesize(folder, join(ASSEMBLY, 'bundles'), context);
  const file = readdirSync(assembly).find((name) => name.endsWith('.template.json')) ?? '';
  const result = { assembly, json: readFileSync(join(assembly, file), 'utf8') };
  results.set(key, result);
  return result;
};

/**
 * Environment of the test files. Jest loads this module once in each worker, and the modules of a test file anew for
 * each file. Loading CDK for each test file that needs a template would take 1.5 s.
 */
class Environment extends TestEnvironment {
  private readonly logged: { readonly stack: string }[] = [];

  constructor(...parameters: ConstructorParameters<typeof TestEnvironment>) {
    super(...parameters);
    this.global.synthesizeOnce = synthesizeInWorker;
    this.global.undocumentedOnce = undocumented;
    this.global.showIfFailed = ({ error }) => {
      const { name, stack } = Object(error);
      this.logged.push({ stack: `A handler answers 500 because of this ${name}:\n${stack}` });
    };
  }

  handleTestEvent({ name, test }: { readonly name: string; readonly test?: { readonly errors: unknown[] } }) {
    if (name !== 'test_done') return;
    const logged = this.logged.splice(0);
    if (!test || test.errors.length === 0) return;
    const isOfTime = test.errors.flat().every((error) => !error || LATE.test(String(Object(error).message ?? error)));
    test.errors.push(
      ...logged,
      ...(isOfTime ? [{ stack: 'Only a limit of time failed: run this file again, without other load.' }] : []),
    );
  }
}

module.exports = Environment;
