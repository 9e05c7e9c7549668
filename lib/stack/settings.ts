import type { Node } from 'constructs';
import * as v from 'valibot';
import { nearest } from '../../functions/model/nearest';
import { address, days, flag, listOf, matching, origins, together, wholeNumber } from './values';

const stageAllowed = 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter';
const throttleAllowed =
  'a rate from 1 to 10000 and a burst from 1 to 5000, as 1000,500 or { "rate": 1000, "burst": 500 }';
const domainAllowed =
  'a name and the ARN of its certificate, as api.example.com,arn:aws:acm:… or { "name": …, "certificate": … }';

/** Each says what it is for; the README has them as a table. */
const each = v.object({
  stage: v.pipe(
    v.optional(matching(/^[a-z][a-z\d-]{0,19}$/, stageAllowed), 'dev'),
    v.description(
      'one deployed copy of the service; `dev` and previews (`pr-` and a number) can be deleted with their data, every other stage is protected',
    ),
  ),
  issuer: v.pipe(
    v.optional(address),
    v.description('who issues the tokens that callers need; without one, everybody may do everything'),
  ),
  audience: v.pipe(
    v.optional(listOf('one or more values of `aud`, separated by commas', (value) => /^\S+$/.test(value))),
    v.description('whom those tokens are for: this service, as the issuer calls it'),
  ),
  protectReads: v.pipe(
    v.optional(flag, false),
    v.description('whether reading posts needs a token, too; reading users always does'),
  ),
  origins: v.pipe(v.optional(origins, '*'), v.description('the origins whose pages may call the API')),
  throttle: v.pipe(
    v.optional(
      together({ rate: wholeNumber({ most: 10_000 }), burst: wholeNumber({ most: 5_000 }) }, throttleAllowed),
      '1000,500',
    ),
    v.description('about how many requests a second, and at once, the API answers before it says 429'),
  ),
  cacheSeconds: v.pipe(
    v.optional(wholeNumber({ least: 0, most: 86_400 }), 0),
    v.description('how long caches may answer reads without asking; 0 has them ask every time'),
  ),
  alarmEmail: v.pipe(
    v.optional(matching(/^[^\s@]+@[^\s@]+$/, 'an e-mail address')),
    v.description('who is told of alarms; AWS first asks there for consent'),
  ),
  logDays: v.pipe(v.optional(days, 30), v.description('how many days logs are kept')),
  replicas: v.pipe(
    v.optional(
      listOf('one or more other regions such as eu-west-1, separated by commas', (value) =>
        /^[a-z]{2}(-[a-z]+)+-\d$/.test(value),
      ),
    ),
    v.description(
      'further regions that hold a copy of the table; the API stays in one; a new table takes any number, and each deployment after that adds or removes one',
    ),
  ),
  domain: v.pipe(
    v.optional(
      together(
        {
          name: v.pipe(v.string(), v.regex(/^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/)),
          certificate: v.pipe(v.string(), v.regex(/^arn:aws[a-z-]*:acm:[a-z\d-]+:\d{12}:certificate\/[\w-]+$/)),
        },
        domainAllowed,
      ),
    ),
    v.description('a name of your own; the API then answers under no other'),
  ),
  canary: v.pipe(
    v.optional(flag, false),
    v.description('whether new code first gets a tenth of the requests, and goes back by itself on an alarm'),
  ),
  profile: v.pipe(
    v.optional(v.picklist(['standard', 'regulated'], 'standard or regulated'), 'standard'),
    v.description(
      '`regulated` adds what audits ask for: keys in your account, and 50 requests at once for each function, 800 in all',
    ),
  ),
  maxUnits: v.pipe(
    v.optional(wholeNumber({ most: 40_000 }), 4_000),
    v.description(
      'about how many read units, and write units, the table and its index take a second, and so about what they cost',
    ),
  ),
  client: v.pipe(
    v.optional(v.picklist(['lean', 'sdk'], 'lean or sdk'), 'lean'),
    v.description("the client of DynamoDB in the functions: `lean` is functions/dynamodb, `sdk` the AWS SDK's own"),
  ),
  table: v.pipe(
    v.optional(matching(/^[\w.-]{3,255}$/, 'the name of a table with the keys and the index of this service')),
    v.description('a restored table to use instead of the one that the stack made; its limits and its key are its own'),
  ),
});

export const Settings = v.pipe(
  each,
  v.forward(
    v.partialCheck(
      [['issuer'], ['audience']],
      (is) => !is.issuer === !is.audience,
      'one exactly where "issuer" has one',
    ),
    ['audience'],
  ),
  v.forward(
    v.partialCheck(
      [['issuer'], ['protectReads']],
      (is) => !is.protectReads || is.issuer !== undefined,
      'true only beside "issuer"',
    ),
    ['protectReads'],
  ),
  v.forward(
    v.partialCheck([['table'], ['replicas']], (is) => !is.table || !is.replicas, 'none beside "table"'),
    ['replicas'],
  ),
);

export type Settings = v.InferOutput<typeof Settings>;

const sentence = ({ path, message }: v.InferIssue<typeof Settings>, context: Record<string, unknown>) => {
  const name = String(path?.[0].key);
  return `Setting "${name}" is ${JSON.stringify(context[name])}; allowed is ${message}.`;
};

/** What `cdk cli-telemetry` and `cdk acknowledge` write into cdk.json. */
const ofCli = ['cli-telemetry', 'acknowledged-issue-numbers'];

/** CDK's own names hold a colon (`@aws-cdk/core:…`, `aws:cdk:…`), but for a few; every other one must be a setting. */
const checkNames = (context: object) => {
  const known = Object.keys(Settings.entries);
  for (const name of Object.keys(context)) {
    if (name.includes(':') || ofCli.includes(name) || known.includes(name)) continue;
    const meant = nearest(name, known);
    throw new Error(
      `There is no setting "${name}"; ${meant ? `did you mean "${meant}"?` : `there are ${known.join(', ')}.`}`,
    );
  }
};

/** The settings of a stage out of the context, or one sentence for each that is wrong. */
export const readSettings = (node: Node): Settings => {
  const context: Record<string, unknown> = node.getAllContext();
  checkNames(context);
  const { success, output, issues } = v.safeParse(Settings, context, { abortPipeEarly: true });
  if (!success) throw new Error(issues.map((issue) => sentence(issue, context)).join('\n'));
  return output;
};
