import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from '../root';
import { Settings } from '../stack/settings';
import { type CreateKind, type Rates, requiredCapacity } from './model';

/** Settings of a stage that limit its load under any partition plan. */
export type StageBounds = Pick<Settings, 'maxUnits' | 'throttle'>;

const { maxUnits, throttle } = Settings.entries;
const stageFile = join(root, 'cdk.json');

const readSetting = <S extends v.GenericSchema>(setting: S, name: string, value: unknown): v.InferOutput<S> => {
  const { success, output, issues } = v.safeParse(setting, value, { abortPipeEarly: true });
  if (!success) throw new Error(`--${name} has ${JSON.stringify(value)}; allowed is ${issues[0].message}.`);
  return output;
};

type BoundOptions = { readonly 'max-units'?: string; readonly throttle?: string };
type CdkContext = { readonly maxUnits?: unknown; readonly throttle?: unknown };

const readContext = (): CdkContext => JSON.parse(readFileSync(stageFile, 'utf8')).context;

/** Reads the bounds from the options, the settings in cdk.json or the defaults, in this order. */
export const readBounds = (options: BoundOptions, context = readContext()): StageBounds => ({
  maxUnits: readSetting(maxUnits, 'max-units', options['max-units'] ?? context.maxUnits),
  throttle: readSetting(throttle, 'throttle', options.throttle ?? context.throttle),
});

type PlanLoad = { readonly shards: number; readonly rates: Rates; readonly kind: CreateKind };

/**
 * Names the settings that are too low for a load, each with the value that the load needs. Returns `undefined` when the
 * settings allow the load.
 */
export const describeShortage = ({ shards, rates, kind }: PlanLoad, bounds: StageBounds) => {
  const { requests, units } = requiredCapacity(shards, rates, kind);
  const tooLow = [
    ...(requests > bounds.throttle.rate
      ? [{ name: 'throttle', needed: requests, isAllowed: v.is(throttle, { ...bounds.throttle, rate: requests }) }]
      : []),
    ...(units > bounds.maxUnits ? [{ name: 'maxUnits', needed: units, isAllowed: v.is(maxUnits, units) }] : []),
  ];
  const impossible = tooLow.filter(({ isAllowed }) => !isAllowed).map(({ name }) => name);
  if (impossible.length > 0) return `exceeds the largest ${impossible.join(' and ')}`;
  if (tooLow.length > 0) return `needs ${tooLow.map(({ name, needed }) => `${name} ${needed}`).join(', ')}`;
  return undefined;
};
