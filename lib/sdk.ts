import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';

const dynamodb = '@aws-sdk/client-dynamodb/dist-es';
const smithy = '@smithy/core/dist-es/submodules';
const client = '@aws-sdk/core/dist-es/submodules/client';
const endpoints = `${smithy}/endpoints/middleware-endpoint`;

type Stubs = Record<string, Record<string, string>>;

const noPlugin = '() => ({ applyToStack() {} })';
const same = '(config) => config';
/** Of an operation our protocol needs nothing but the name. */
const operations = Object.fromEntries(
  ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems'].map((name) => [
    `${name}$`,
    `[,, '${name}']`,
  ]),
);

/**
 * Files of the SDK that are left out of the bundles, for the client says what they would find out, all of it by the SDK's
 * own options (functions/table/client.ts). What is named stands in for an export of the file; every other one throws.
 */
const stubs: Stubs = {
  // Files, variables and the network, where the SDK looks for what it is not told.
  [`${dynamodb}/runtimeConfig.js`]: {
    getRuntimeConfig: `(config) => ({
      serviceId: 'DynamoDB',
      logger: {},
      httpAuthSchemes: [{
        schemeId: 'aws.auth#sigv4',
        identityProvider: (all) => all.getIdentityProvider('aws.auth#sigv4'),
        signer: new AwsSdkSigV4Signer(),
      }],
      httpAuthSchemeProvider: defaultDynamoDBHttpAuthSchemeProvider,
      ...config,
    })`,
  },
  [`${smithy}/config/node-config-provider/configLoader.js`]: {
    loadConfig:
      '({ environmentVariableSelector, default: other }) => async () => environmentVariableSelector(process.env) ?? (typeof other === "function" ? other() : other)',
  },
  [`${dynamodb}/runtimeExtensions.js`]: { resolveRuntimeExtensions: same },
  // The rules of which endpoint is meant, and asking DynamoDB for another.
  [`${endpoints}/endpointMiddleware.js`]: { bindEndpointMiddleware: '() => () => (next) => next' },
  [`${endpoints}/adaptors/getEndpointFromInstructions.js`]: { bindGetEndpointFromInstructions: same },
  [`${endpoints}/adaptors/getEndpointFromConfig.js`]: {},
  [`${client}/util-endpoints/aws.js`]: {},
  [`${dynamodb}/commands/DescribeEndpointsCommand.js`]: {},
  '@aws-sdk/endpoint-cache/dist-es/EndpointCache.js': { EndpointCache: 'class {}' },
  // The description of 60 operations, and what reads it.
  [`${dynamodb}/schemas/schemas_0.js`]: operations,
  [`${smithy}/schema/schemas/NormalizedSchema.js`]: {},
  [`${smithy}/serde/date-utils.js`]: {},
  '@aws-sdk/lib-dynamodb/dist-es/pagination/QueryPaginator.js': {},
  '@aws-sdk/lib-dynamodb/dist-es/pagination/ScanPaginator.js': {},
  // Steps that the client takes out, and the other ways to sign and to try again.
  [`${client}/middleware-user-agent/user-agent-middleware.js`]: { getUserAgentPlugin: noPlugin },
  [`${client}/middleware-logger/loggerMiddleware.js`]: { getLoggerPlugin: noPlugin },
  [`${client}/middleware-recursion-detection/getRecursionDetectionPlugin.js`]: {
    getRecursionDetectionPlugin: noPlugin,
  },
  [`${smithy}/protocols/middleware-content-length/contentLengthMiddleware.js`]: { getContentLengthPlugin: noPlugin },
  '@smithy/signature-v4/dist-es/SignatureV4.js': {},
  [`${smithy}/retry/util-retry/AdaptiveRetryStrategy.js`]: {},
};

/** What the stand-ins themselves take of the SDK. */
const imports: Record<string, string> = {
  [`${dynamodb}/runtimeConfig.js`]: `
    import { AwsSdkSigV4Signer } from '@aws-sdk/core/httpAuthSchemes';
    import { defaultDynamoDBHttpAuthSchemeProvider } from './auth/httpAuthSchemeProvider';`,
};

const exported = /^export (?:(?:async )?function|const|let|var|class) (\w+\$?)/gm;

const stub = (path: string, file: string, standIns: Record<string, string>): OnLoadResult => {
  const names = [...readFileSync(path, 'utf8').matchAll(exported)].map(([, name = '']) => name);
  const unknown = Object.keys(standIns).filter((name) => !names.includes(name));
  const never = (name: string) => `() => { throw new Error('${name} of the SDK is not bundled, see lib/sdk.ts'); }`;
  return {
    contents: [
      imports[file] ?? '',
      ...names.map((name) => `export const ${name} = ${standIns[name] ?? never(name)};`),
    ].join('\n'),
    resolveDir: dirname(path),
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
