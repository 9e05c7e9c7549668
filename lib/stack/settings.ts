import { RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { LogGroupProps } from 'aws-cdk-lib/aws-logs';
import * as v from 'valibot';
import { MAX_INDEXES } from '../models/indexes';
import { capacity, domain, flag, isRegion, listOf, logDays, matching, origins, throttle, wholeNumber } from './values';

/** Settings that protect a stage, and what a loss means. A deployment turns them off only when it confirms this. */
export const protective: Readonly<Record<string, string>> = {
  issuer: 'everybody may read, change and delete all data',
  ownership: 'every caller may change and delete what others own',
  protectReads: 'everybody may read what is public',
  alarmEmail: 'no alarm reaches this address',
  alarmTopic: 'no alarm reaches this topic',
};

/** Settings of a stage, with their defaults. README.md says what each one means. */
export const Settings = v.object({
  stage: v.optional(
    matching(
      /^[a-z][a-z\d-]{0,19}$/,
      'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter',
    ),
    'dev',
  ),
  region: v.optional(v.custom<string>((name) => isRegion(String(name)), 'a region of AWS such as eu-west-1')),
  account: v.optional(matching(/^\d{12}$/, 'a text of the 12 digits of an AWS account')),
  issuer: v.optional(
    matching(
      /^(https:\/\/[\w.-]+|http:\/\/127\.0\.0\.1)(:\d+)?(\/[^\s?#]*)?$/,
      'the https address of an OpenID Connect issuer, equal to `iss` in its tokens',
    ),
  ),
  audience: v.optional(listOf('one or more values of `aud`, separated by commas', (value) => /^\S+$/.test(value))),
  scopePrefix: v.optional(
    matching(
      /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/,
      'a text of 1 to 200 visible ASCII characters without a double quote and a backslash',
    ),
  ),
  protectReads: v.optional(flag, false),
  ownership: v.optional(flag, false),
  ownerClaim: v.optional(matching(/^[\x21-\x7e]{1,200}$/, 'a text of 1 to 200 visible ASCII characters')),
  origins: v.optional(origins, '*'),
  throttle: v.optional(throttle, '1000,500'),
  cacheSeconds: v.optional(wholeNumber(0, 86_400), 0),
  alarmEmail: v.optional(matching(/^[^\s@]+@[^\s@]+$/, 'an address such as ops@example.com')),
  alarmTopic: v.optional(matching(/^arn:aws[a-z-]*:sns:[a-z\d-]+:\d{12}:[\w-]{1,256}$/, 'the ARN of an SNS topic')),
  budget: v.optional(wholeNumber(1, 1_000_000)),
  dashboard: v.optional(flag, false),
  logDays: v.optional(logDays, 30),
  tracing: v.optional(flag, false),
  replicas: v.optional(listOf('one or more other regions such as eu-west-1, separated by commas', isRegion)),
  closed: v.optional(flag, false),
  domain: v.optional(domain),
  canary: v.optional(flag, false),
  encryption: v.optional(v.picklist(['aws', 'customer'], 'aws or customer'), 'aws'),
  maxUnits: v.optional(wholeNumber(1, 40_000), 4_000),
  maxIndexes: v.optional(wholeNumber(MAX_INDEXES, 1_000), MAX_INDEXES),
  capacity: v.optional(capacity, 'on-demand'),
  client: v.optional(v.picklist(['lean', 'sdk'], 'lean or sdk'), 'lean'),
  table: v.optional(matching(/^[\w.-]{3,255}$/, 'the name of a table with the keys and the indexes of this service')),
  reactions: v.optional(
    matching(
      /^(off|arn:aws[a-z-]*:dynamodb:[a-z\d-]+:\d{12}:table\/[\w.-]+\/stream\/\S+)$/,
      'off, or the ARN of the stream of "table"',
    ),
  ),
  confirm: v.optional(listOf('names of settings, separated by commas', (value) => /^\w+$/.test(value))),
});

export type Settings = v.InferOutput<typeof Settings>;

/** Tells whether a stage is the preview of a pull request. */
export const isPreview = (stage: string) => /^pr-\d+$/.test(stage);

/** Tells whether a stage, its stack and its data are protected from deletion. `dev` and previews are not. */
export const isProtected = ({ stage }: Pick<Settings, 'stage'>) => stage !== 'dev' && !isPreview(stage);

/**
 * Returns the policy that keeps the data of a protected stage when its stack is deleted. A first deployment that fails
 * keeps nothing, because its resources are empty and a new deployment never uses them again.
 */
export const removalPolicyOf = (settings: Pick<Settings, 'stage'>): RemovalPolicy =>
  isProtected(settings) ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** Returns the properties of a log group that deletes its lines after `logDays`. Without a key in the account, AWS owns one. */
export const logProps = (settings: Settings, encryptionKey?: IKey): LogGroupProps => ({
  retention: settings.logDays,
  removalPolicy: removalPolicyOf(settings),
  encryptionKey,
});

/** Rules for two settings: the setting that is wrong when the rule does not hold, the rule, and what is allowed. */
export const rules: readonly [name: keyof Settings, holds: (is: Settings) => unknown, allowed: string][] = [
  ['audience', (is) => !is.issuer === !is.audience, 'a value if "issuer" is set, and none otherwise'],
  ['scopePrefix', (is) => !is.scopePrefix || is.issuer !== undefined, 'a value only together with "issuer"'],
  ['protectReads', (is) => !is.protectReads || is.issuer !== undefined, 'true only together with "issuer"'],
  ['ownership', (is) => !is.ownership || is.issuer !== undefined, 'true only together with "issuer"'],
  ['ownerClaim', (is) => !is.ownerClaim || is.ownership, 'a value only together with "ownership"'],
  ['canary', (is) => !is.canary || isProtected(is), 'true only on a protected stage'],
  ['budget', (is) => !is.budget || is.alarmEmail || is.alarmTopic, 'a value only with "alarmEmail" or "alarmTopic"'],
  ['capacity', (is) => !is.capacity || !is.table, 'on-demand together with "table"'],
  [
    'reactions',
    (is) => !is.reactions || is.reactions === 'off' || is.reactions.includes(`:table/${is.table}/stream/`),
    'the ARN of the stream of "table"',
  ],
  ['capacity', (is) => !is.capacity || is.capacity.max <= is.maxUnits, 'a maximum up to "maxUnits"'],
];
