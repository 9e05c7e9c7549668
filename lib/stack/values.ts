import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import * as v from 'valibot';

// Schemas for the values of settings. `-c name=value` passes a string, and cdk.json passes any JSON value.

const number = v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))]);

const between = (min: number, max: number) => v.pipe(number, v.integer(), v.minValue(min), v.maxValue(max));

export const wholeNumber = (min: number, max: number) =>
  v.message(between(min, max), `a whole number from ${min} to ${max}`);

export const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'true or false'),
  v.transform((value) => value === true || value === 'true'),
);

export const matching = (pattern: RegExp, allowed: string) => v.message(v.pipe(v.string(), v.regex(pattern)), allowed);

const parts = (text: string) => text.split(',').map((part) => part.trim());

export const listOf = (allowed: string, isAllowed: (value: string) => boolean) =>
  v.pipe(
    v.union([v.string(), v.array(v.string())], allowed),
    v.transform((value) => (typeof value === 'string' ? parts(value) : value)),
    v.check((values) => values.length > 0 && values.every(isAllowed), allowed),
  );

/** Tells whether AWS has a region of this name. */
export const isRegion = (name: string) => RegionInfo.regions.some((region) => region.name === name);

/** Schema of a setting with members. The command line gives them in order, as `a,b`; cdk.json gives the object. */
const objectOf = <const E extends v.ObjectEntries>(entries: E, allowed: string) => {
  const names = Object.keys(entries);
  const toObject = (text: string) => Object.fromEntries(parts(text).map((part, index) => [names[index] ?? part, part]));
  const read = (value: unknown) => (typeof value === 'string' ? toObject(value) : value);
  return v.message(v.pipe(v.unknown(), v.transform(read), v.strictObject(entries)), allowed);
};

export const throttle = objectOf(
  { rate: between(1, 10_000), burst: between(1, 5_000) },
  'a rate from 1 to 10000 and a burst from 1 to 5000, as 1000,500 or { "rate": 1000, "burst": 500 }',
);

export const domain = objectOf(
  {
    name: v.pipe(v.string(), v.regex(/^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z]{2,63}$/)),
    certificate: v.pipe(v.string(), v.regex(/^arn:aws[a-z-]*:acm:[a-z\d-]+:\d{12}:certificate\/[\w-]+$/)),
  },
  'a name and the ARN of its certificate, as api.example.com,arn:aws:acm:… or { "name": …, "certificate": … }',
);

/** Schema of the capacity of the table: the word on-demand, or the bounds of autoscaling. */
export const capacity = v.message(
  v.pipe(
    v.string(),
    v.regex(/^(on-demand|provisioned:[1-9]\d*,[1-9]\d*)$/),
    v.transform((text) => {
      const [min = 0, max = 0] = text.match(/\d+/g)?.map(Number) ?? [];
      return max > 0 ? { min, max } : undefined;
    }),
    v.check((range) => !range || (range.min <= range.max && range.max <= 40_000)),
  ),
  'on-demand, or a minimum and a maximum from 1 to 40000 and up to "maxUnits", as provisioned:100,4000',
);

const isOrigin = (value: string) => value === '*' || (URL.canParse(value) && new URL(value).origin === value);

export const origins = listOf('* or a list of origins such as https://example.com, separated by commas', isOrigin);

const allowedLogDays = Object.values(RetentionDays).filter(
  (days) => typeof days === 'number' && days !== RetentionDays.INFINITE,
);

/** Schema of the retention times of CloudWatch Logs, in days, without logs that stay forever. */
export const logDays = v.message(v.pipe(number, v.picklist(allowedLogDays)), `one of ${allowedLogDays.join(', ')}`);
