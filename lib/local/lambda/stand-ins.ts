/** Variables that a person gives to the functions, in place of those of the template. */
export type GivenVariables = Readonly<NodeJS.Dict<string>>;

export type StandIns = ReturnType<typeof readStandIns>;

/** Names of services in the variables of SDKs, by their names in signatures, where these differ. */
const sdkNames: Readonly<Record<string, string>> = {
  bedrock: 'BEDROCK_RUNTIME',
  'cognito-idp': 'COGNITO_IDENTITY_PROVIDER',
  events: 'EVENTBRIDGE',
  'execute-api': 'APIGATEWAYMANAGEMENTAPI',
  logs: 'CLOUDWATCH_LOGS',
  monitoring: 'CLOUDWATCH',
  secretsmanager: 'SECRETS_MANAGER',
  ses: 'SESV2',
  states: 'SFN',
};

/** Matches variables that tell an SDK where a service of AWS is. */
export const ADDRESS_VARIABLE = /^AWS_ENDPOINT_URL(_|$)/;

/** Reads what stands in for services of AWS: the addresses in AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_SQS and so on. */
export const readStandIns = (given: GivenVariables) => {
  for (const [name, address = ''] of Object.entries(given))
    if (ADDRESS_VARIABLE.test(name) && !(URL.canParse(address) && /^http:/.test(address)))
      throw new Error(`${name} is ${address}; allowed: a URL such as http://127.0.0.1:9324`);
  /** Names the variable of a service as SDKs do. The name of the service in signatures is allowed, too. */
  const variableOf = (service: string, names = sdkNames) =>
    `AWS_ENDPOINT_URL_${names[service] ?? service.toUpperCase().replaceAll('-', '_')}`;
  const addressOf = (service: string) =>
    given[variableOf(service)] ?? given[variableOf(service, {})] ?? given.AWS_ENDPOINT_URL;
  return {
    variableOf,
    addressOf,
    /**
     * Returns the given variables, with the address of a proxy in the URLs of queues. Without this, a function would send
     * messages past the proxy, because the SDK calls the host of a queue's URL.
     */
    givenBehind: (proxy: string): GivenVariables => {
      const address = addressOf('sqs');
      if (!address) return given;
      const { origin } = new URL(address);
      const replaced = Object.entries(given).map(([name, value]) => [
        name,
        value?.startsWith(`${origin}/`) ? value.replace(origin, proxy) : value,
      ]);
      return Object.fromEntries(replaced);
    },
  };
};
