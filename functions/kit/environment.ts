/** Settings of a stage as a function gets them. `lib/stack` sets each variable by this type, and the kit reads no others. */
export type Variables = {
  readonly TABLE_NAME?: string;
  /** Address of DynamoDB, in each partition of AWS. */
  readonly AWS_ENDPOINT_URL_DYNAMODB?: string;
  /** `Cache-Control` of a read. Without it, a client asks each time. */
  readonly CACHE_CONTROL?: string;
  /** `Vary` of each response of a stage that names origins. */
  readonly VARY?: string;
  readonly OWNERSHIP?: 'true';
  /** Claim whose value owns what a caller creates. Without it, each caller owns alone. */
  readonly OWNER_CLAIM?: string;
  readonly SCOPE_PREFIX?: string;
  /** Authentication, which the OpenAPI document describes. */
  readonly ISSUER?: string;
  readonly PROTECT_READS?: 'true' | 'false';
  /** File and export of the handler. Lambda sets this one. */
  readonly _HANDLER?: string;
};

/** Returns the settings of the function, which a test may replace at any time. */
export const variables = () => process.env as Variables;

/** Returns a variable that lib/own.ts gives to the function. */
export const ownVariable = (name: string): string | undefined => process.env[name];

export const isOwnershipOn = () => variables().OWNERSHIP === 'true';
