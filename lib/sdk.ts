import { readFileSync } from 'node:fs';
import type { OnLoadResult, Plugin } from 'esbuild';

const dynamodb = '@aws-sdk/client-dynamodb/dist-es';
const smithy = '@smithy/core/dist-es/submodules';
const nothing = '() => {}';

type Stubs = Record<string, Record<string, string>>;

/**
 * Files of the SDK that are left out of the bundles, for functions/table/send.ts stands in for what they do. What is named
 * stands in for an export of the file; every other one throws.
 */
const stubs: Stubs = {
  // A client of its own, and what it finds out; commands add their steps to it, which we do not take.
  [`${dynamodb}/DynamoDBClient.js`]: {},
  [`${smithy}/client/middleware-stack/MiddlewareStack.js`]: {
    constructStack: '() => ({ use() {}, addRelativeTo() {} })',
  },
  [`${smithy}/client/smithy-client/schemaLogFilter.js`]: {},
  [`${smithy}/retry/middleware-retry/retryMiddleware.js`]: {
    bindRetryMiddleware: nothing,
    bindGetRetryPlugin: nothing,
  },
  // The rules of which endpoint is meant.
  [`${smithy}/endpoints/index.js`]: { getEndpointPlugin: nothing },
  '@aws-sdk/core/dist-es/submodules/client/index.js': {},
  // The description of 60 operations, and what reads it.
  [`${dynamodb}/schemas/schemas_0.js`]: {},
  [`${smithy}/schema/schemas/NormalizedSchema.js`]: {},
  '@aws-sdk/lib-dynamodb/dist-es/pagination/QueryPaginator.js': {},
  '@aws-sdk/lib-dynamodb/dist-es/pagination/ScanPaginator.js': {},
};

const declared = /^export (?:(?:async )?function|const|let|var|class) (\w+\$?)/gm;
const handedOn = /^export \{([^}]+)\}/gm;
const namesIn = (text: string) => [
  ...[...text.matchAll(declared)].map(([, name = '']) => name),
  ...[...text.matchAll(handedOn)].flatMap(([, names = '']) => names.match(/\w+(?=\s*(,|$))/g) ?? []),
];

const stub = (path: string, file: string, standIns: Record<string, string>): OnLoadResult => {
  const names = namesIn(readFileSync(path, 'utf8'));
  const unknown = Object.keys(standIns).filter((name) => !names.includes(name));
  const never = (name: string) => `() => { throw new Error('${name} of the SDK is not bundled, see lib/sdk.ts'); }`;
  return {
    contents: names.map((name) => `export const ${name} = ${standIns[name] ?? never(name)};`).join('\n'),
    errors: unknown.map((name) => ({ text: `The SDK's ${file} exports no ${name} any more (lib/sdk.ts)` })),
  };
};

/** Leaves out parts of the SDK. A stub that no longer fits, as after an update of the SDK, fails the build. */
export const leaveOut = (parts: Stubs): Plugin => ({
  name: 'leave-out',
  setup: ({ onLoad, onEnd }) => {
    const unused = new Set(Object.keys(parts));
    for (const [file, standIns] of Object.entries(parts)) {
      const filter = new RegExp(`/node_modules/${file}$`.replaceAll('.', '\\.').replaceAll('/', '[/\\\\]'));
      onLoad({ filter }, ({ path }) => {
        unused.delete(file);
        return stub(path, file, standIns);
      });
    }
    onEnd(({ errors }) => {
      // A build that failed has not looked for all of them.
      if (errors.length > 0) return undefined;
      return { errors: [...unused].map((file) => ({ text: `The SDK has no ${file} any more (lib/sdk.ts)` })) };
    });
  },
});

export const leanSdk = leaveOut(stubs);
