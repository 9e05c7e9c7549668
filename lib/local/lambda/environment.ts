import { region } from '../template/intrinsics';
import type { LocalFunction } from '../template/template';
import { ADDRESS_VARIABLE, type GivenVariables } from './stand-ins';

/**
 * Returns the variables that Lambda sets and those of the template, with the given values. All functions have the same access
 * key, because DynamoDB Local keeps a database for each access key unless it runs with `-sharedDb`.
 */
export const processEnvironmentOf = (
  lambda: LocalFunction,
  endpoint: string,
  given: GivenVariables = {},
): Record<string, string> => {
  const own = Object.entries(lambda.environment).flatMap(([name, value]) => {
    const known = given[name] ?? value;
    return known === null || ADDRESS_VARIABLE.test(name) ? [] : [[name, known]];
  });
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_LAMBDA_FUNCTION_NAME: lambda.id,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(lambda.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    _HANDLER: `${lambda.name}.${lambda.exportName}`,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    TZ: ':UTC',
    // Turns off the SDK's notice about Node 20 in every instance. Lambda runs Node 24.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    ...Object.fromEntries(own),
    AWS_ENDPOINT_URL: endpoint,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  };
};

/** Lists the given variables that no function has. */
export const unknownVariables = (functions: readonly LocalFunction[], given: GivenVariables) =>
  Object.keys(given).filter(
    (name) => !ADDRESS_VARIABLE.test(name) && !functions.some(({ environment }) => name in environment),
  );

/** Lists the variables that only AWS knows and nobody has given, each with the names of its functions. */
export const missingVariables = (functions: readonly LocalFunction[], given: GivenVariables) => {
  const missing = new Map<string, string[]>();
  for (const { name: functionName, environment } of functions)
    for (const [name, value] of Object.entries(environment))
      if (value === null && given[name] === undefined) missing.set(name, [...(missing.get(name) ?? []), functionName]);
  return missing;
};
