import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import * as v from 'valibot';
import { nearest } from '../functions/http/nearest';

const allowedLogDays = Object.values(RetentionDays).filter(
  (days) => typeof days === 'number' && days !== RetentionDays.INFINITE,
);

const logDaysAllowed = `one of ${allowedLogDays.join(', ')}`;

/** `-c name=value` hands over strings, cdk.json whatever JSON has. */
const wholeNumber = (most: number, allowed = `a whole number from 1 to ${most}`) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))], allowed),
    v.check((value) => Number.isInteger(value) && value >= 1 && value <= most, allowed),
  );

const stageAllowed = 'a lower-case name of 1 to 20 letters, digits and hyphens that begins with a letter';

const originsAllowed = '* or a list of origins such as https://example.com, separated by commas';

const isOrigin = (value: string) => value === '*' || (URL.canParse(value) && new URL(value).origin === value);

/** Each says what it is for; the README has them as a table. */
export const Settings = v.object({
  stage: v.pipe(
    v.optional(v.pipe(v.string(stageAllowed), v.regex(/^[a-z][a-z\d-]{0,19}$/, stageAllowed)), 'dev'),
    v.description('one deployed copy of the service; every stage but `dev` is protected from deletion'),
  ),
  origins: v.pipe(
    v.optional(v.union([v.string(), v.array(v.string())], originsAllowed), '*'),
    v.transform((value) => (typeof value === 'string' ? value.split(',') : value).map((origin) => origin.trim())),
    v.check((origins) => origins.length > 0 && origins.every(isOrigin), originsAllowed),
    v.description('the origins whose pages may call the API'),
  ),
  throttleRate: v.pipe(
    v.optional(wholeNumber(10_000), 1000),
    v.description('requests a second that the API answers before it says 429'),
  ),
  throttleBurst: v.pipe(
    v.optional(wholeNumber(5_000), 500),
    v.description('requests at once that the API answers before it says 429'),
  ),
  logDays: v.pipe(
    v.optional(
      v.pipe(
        wholeNumber(Math.max(...allowedLogDays), logDaysAllowed),
        v.check((days) => allowedLogDays.includes(days), logDaysAllowed),
      ),
      30,
    ),
    v.description('how many days logs are kept'),
  ),
});

export type Settings = v.InferOutput<typeof Settings>;

const sentence = (issue: v.InferIssue<typeof Settings>) => {
  const name = v.getDotPath(issue);
  return `Setting "${name}" is ${JSON.stringify(issue.path?.[0].value)}; allowed is ${issue.message}.`;
};

/** CDK's own names hold a colon (`@aws-cdk/core:…`, `aws:cdk:…`); every other one must be a setting. */
const checkNames = (context: object) => {
  const known = Object.keys(Settings.entries);
  for (const name of Object.keys(context)) {
    if (name.includes(':') || known.includes(name)) continue;
    const meant = nearest(name, known);
    throw new Error(
      `There is no setting "${name}"; ${meant ? `did you mean "${meant}"?` : `there are ${known.join(', ')}.`}`,
    );
  }
};

/** The settings of a stage out of the context, or one sentence for each that is wrong. */
export const readSettings = (node: Node): Settings => {
  const context: object = node.getAllContext();
  checkNames(context);
  const { success, output, issues } = v.safeParse(Settings, context, { abortPipeEarly: true });
  if (!success) throw new Error(issues.map(sentence).join('\n'));
  return output;
};
