import type { Node } from 'constructs';
import * as v from 'valibot';
import { didYouMean } from '../../functions/model/did-you-mean';
import { flag, issuerUrl, listOf, matching, objectOf, origins, retentionDays, throttle, wholeNumber } from './values';

const stageAllowed = 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter';
const domainAllowed =
  'a name and the ARN of its certificate, as api.example.com,arn:aws:acm:… or { "name": …, "certificate": … }';

const scopePrefixAllowed = 'a text of 1 to 200 visible ASCII characters without a double quote and a backslash';

/** Settings that a deployment may drop only when it confirms the loss (lib/deploy/guard.ts). */
export const confirmable = ['issuer', 'ownership', 'domain', 'table'] as const;

/** Settings of a stage with their descriptions. */
export const Settings = v.object({
  stage: v.pipe(
    v.optional(matching(/^[a-z][a-z\d-]{0,19}$/, stageAllowed), 'dev'),
    v.description(
      'name of this deployed copy of the service; `dev` and previews (`pr-` and a number) can be deleted with their data, all other stages are protected',
    ),
  ),
  issuer: v.pipe(
    v.optional(issuerUrl),
    v.description('issuer of the tokens that callers need; without an issuer, everybody may do everything'),
  ),
  audience: v.pipe(
    v.optional(listOf('one or more values of `aud`, separated by commas', (value) => /^\S+$/.test(value))),
    v.description('value of `aud` in these tokens: the name that this service has at the issuer'),
  ),
  scopePrefix: v.pipe(
    v.optional(matching(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, scopePrefixAllowed)),
    v.description('text before every scope, as in `users-and-posts/posts:write`; the tokens of Cognito need one'),
  ),
  protectReads: v.pipe(
    v.optional(flag, false),
    v.description('whether reading posts needs a token, too; with an issuer, reading users always needs a token'),
  ),
  ownership: v.pipe(
    v.optional(flag, false),
    v.description(
      'whether only the owner of a user or post may change it; what a caller creates is theirs, and admins have the scope `users:admin` or `posts:admin`',
    ),
  ),
  origins: v.pipe(v.optional(origins, '*'), v.description('web origins whose pages may call the API')),
  throttle: v.pipe(
    v.optional(throttle, '1000,500'),
    v.description('approximate number of requests per second (rate) and at once (burst) before the API answers 429'),
  ),
  cacheSeconds: v.pipe(
    v.optional(wholeNumber({ min: 0, max: 86_400 }), 0),
    v.description('seconds for which caches may reuse the response to a read; with 0, caches ask the API every time'),
  ),
  alarmEmail: v.pipe(
    v.optional(matching(/^[^\s@]+@[^\s@]+$/, 'an e-mail address')),
    v.description('e-mail address that gets the alarms; AWS first asks this address for confirmation'),
  ),
  logDays: v.pipe(v.optional(retentionDays, 30), v.description('number of days that logs are kept')),
  tracing: v.pipe(
    v.optional(flag, false),
    v.description('whether X-Ray traces requests; `profile=regulated` traces them in any case'),
  ),
  replicas: v.pipe(
    v.optional(
      listOf('one or more other regions such as eu-west-1, separated by commas', (value) =>
        /^[a-z]{2}(-[a-z]+)+-\d$/.test(value),
      ),
    ),
    v.description(
      'further regions with a copy of the table; the API stays in one region; a new table takes any number of regions, and each later deployment adds or removes one',
    ),
  ),
  domain: v.pipe(
    v.optional(
      objectOf(
        {
          name: v.pipe(v.string(), v.regex(/^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/)),
          certificate: v.pipe(v.string(), v.regex(/^arn:aws[a-z-]*:acm:[a-z\d-]+:\d{12}:certificate\/[\w-]+$/)),
        },
        domainAllowed,
      ),
    ),
    v.description('your own domain name for the API; the API then has no other address'),
  ),
  canary: v.pipe(
    v.optional(flag, false),
    v.description('whether new code gets 10 % of the requests first, and is rolled back when an alarm is raised'),
  ),
  profile: v.pipe(
    v.optional(v.picklist(['standard', 'regulated'], 'standard or regulated'), 'standard'),
    v.description(
      '`regulated` adds what audits ask for: keys in your account, and at most 50 requests at once for each function, 900 in all',
    ),
  ),
  maxUnits: v.pipe(
    v.optional(wholeNumber({ max: 40_000 }), 4_000),
    v.description('approximate maximum of read units and of write units per second, for the table and its index each'),
  ),
  client: v.pipe(
    v.optional(v.picklist(['lean', 'sdk'], 'lean or sdk'), 'lean'),
    v.description(
      'DynamoDB client in the bundles: `lean` is functions/dynamodb/lean, `sdk` is the client of the AWS SDK',
    ),
  ),
  table: v.pipe(
    v.optional(matching(/^[\w.-]{3,255}$/, 'the name of a table with the keys and the index of this service')),
    v.description(
      'name of a restored table to use instead of the table of the stack; the stack does not set its limits or its key',
    ),
  ),
  confirm: v.pipe(
    v.optional(
      listOf(`one or more of ${confirmable.join(', ')}, separated by commas`, (value) =>
        confirmable.some((name) => name === value),
      ),
    ),
    v.description('settings that this deployment drops from a deployed stage; `table` also begins with an empty table'),
  ),
});

export type Settings = v.InferOutput<typeof Settings>;

/** Rules for two settings: the setting that is wrong when the rule does not hold, the rule, and what is allowed. */
const rules: readonly [name: keyof Settings, holds: (is: Settings) => boolean, allowed: string][] = [
  ['audience', (is) => !is.issuer === !is.audience, 'a value if "issuer" is set, and none otherwise'],
  ['scopePrefix', (is) => !is.scopePrefix || is.issuer !== undefined, 'a value only together with "issuer"'],
  ['protectReads', (is) => !is.protectReads || is.issuer !== undefined, 'true only together with "issuer"'],
  ['ownership', (is) => !is.ownership || is.issuer !== undefined, 'true only together with "issuer"'],
  ['replicas', (is) => !is.table || !is.replicas, 'none together with "table"'],
];

/** Keys that `cdk cli-telemetry` and `cdk acknowledge` write into cdk.json. */
const cliKeys = ['cli-telemetry', 'acknowledged-issue-numbers'];

/** Refuses unknown settings. Keys of CDK have a colon (`@aws-cdk/core:…`, `aws:cdk:…`) or are in `cliKeys`. */
const checkNames = (context: object) => {
  const known = Object.keys(Settings.entries);
  for (const name of Object.keys(context)) {
    if (name.includes(':') || cliKeys.includes(name) || known.includes(name)) continue;
    const meant = didYouMean(name, known);
    throw new Error(
      `There is no setting "${name}"; ${meant ? `did you mean "${meant}"?` : `allowed: ${known.join(', ')}.`}`,
    );
  }
};

/** Reads the settings of a stage from the CDK context. Throws one sentence for each wrong value. */
export const readSettings = (node: Node): Settings => {
  const context: Record<string, unknown> = node.getAllContext();
  checkNames(context);
  const { success, output, issues } = v.safeParse(Settings, context, { abortPipeEarly: true });
  const faults = success
    ? rules.filter(([, holds]) => !holds(output)).map(([name, , allowed]) => ({ name, allowed }))
    : issues.map(({ path, message }) => ({ name: String(path?.[0].key), allowed: message }));
  const sentences = faults.map(
    ({ name, allowed }) => `Setting "${name}" is ${JSON.stringify(context[name])}; allowed: ${allowed}.`,
  );
  if (!success || sentences.length > 0) throw new Error(sentences.join('\n'));
  return output;
};
