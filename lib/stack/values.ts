import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { RegionInfo } from 'aws-cdk-lib/region-info';
import * as v from 'valibot';

// Schemas for the values of settings. `-c name=value` passes a string, and cdk.json passes any JSON value.

type Range = { readonly min?: number; readonly max: number };

export const wholeNumber = ({ min = 1, max }: Range, allowed = `a whole number from ${min} to ${max}`) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number))], allowed),
    v.check((value) => Number.isInteger(value) && value >= min && value <= max, allowed),
  );

export const flag = v.pipe(
  v.union([v.boolean(), v.picklist(['true', 'false'])], 'true or false'),
  v.transform((value) => value === true || value === 'true'),
);

export const matching = (pattern: RegExp, allowed: string) => v.pipe(v.string(allowed), v.regex(pattern, allowed));

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
export const objectOf = <const E extends v.ObjectEntries>(entries: E, allowed: string) => {
  const whole = v.strictObject(entries);
  const names = Object.keys(entries);
  const toObject = (text: string) => Object.fromEntries(parts(text).map((part, index) => [names[index] ?? part, part]));
  const read = (value: unknown) => (typeof value === 'string' ? toObject(value) : value);
  return v.pipe(
    v.custom<unknown>((value) => v.is(whole, read(value)), allowed),
    v.transform((value) => v.parse(whole, read(value))),
  );
};

const capacityAllowed =
  'on-demand, or a minimum and a maximum from 1 to 40000 and up to "maxUnits", as provisioned:100,4000';

/** Schema of the capacity of the table: the word on-demand, or the bounds of autoscaling. */
export const capacity = v.pipe(
  matching(/^(on-demand|provisioned:[1-9]\d*,[1-9]\d*)$/, capacityAllowed),
  v.transform((text) => {
    const [min = 0, max = 0] = text.match(/\d+/g)?.map(Number) ?? [];
    return max > 0 ? { min, max } : undefined;
  }),
  v.check((range) => !range || (range.min <= range.max && range.max <= 40_000), capacityAllowed),
);

const isOrigin = (value: string) => value === '*' || (URL.canParse(value) && new URL(value).origin === value);

export const origins = listOf('* or a list of origins such as https://example.com, separated by commas', isOrigin);

const allowedLogDays = Object.values(RetentionDays).filter(
  (days) => typeof days === 'number' && days !== RetentionDays.INFINITE,
);
const logDaysAllowed = `one of ${allowedLogDays.join(', ')}`;

/** Schema of the retention times of CloudWatch Logs, in days, without logs that stay forever. */
export const retentionDays = v.pipe(
  wholeNumber({ max: Math.max(...allowedLogDays) }, logDaysAllowed),
  v.picklist(allowedLogDays, logDaysAllowed),
);
