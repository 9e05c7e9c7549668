import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { root } from '../root';
import { Settings } from '../stack/settings';
import { type Kind, needs, type Rates } from './model';

/** Settings of a stage that bound its load, whatever its partition plan. */
export type Bounds = Pick<Settings, 'maxUnits' | 'throttle'>;

const { maxUnits, throttle } = Settings.entries;
const stageFile = join(root, 'cdk.json');

const read = <S extends v.GenericSchema>(setting: S, name: string, value: unknown): v.InferOutput<S> => {
  const { success, output, issues } = v.safeParse(setting, value, { abortPipeEarly: true });
  if (!success) throw new Error(`--${name} has ${JSON.stringify(value)}; allowed is ${issues[0].message}.`);
  return output;
};

type Given = { readonly 'max-units'?: string; readonly throttle?: string };
type Context = { readonly maxUnits?: unknown; readonly throttle?: unknown };

const readContext = (): Context => JSON.parse(readFileSync(stageFile, 'utf8')).context;

/** Reads the bounds from options, else from the settings in cdk.json, else from their defaults. */
export const readBounds = (options: Given, context = readContext()): Bounds => ({
  maxUnits: read(maxUnits, 'max-units', options['max-units'] ?? context.maxUnits),
  throttle: read(throttle, 'throttle', options.throttle ?? context.throttle),
});

type Load = { readonly shards: number; readonly rates: Rates; readonly kind: Kind };

/** Names the settings that refuse a load, with the number to which each must rise; nothing if they allow the load. */
export const refusalOf = ({ shards, rates, kind }: Load, bounds: Bounds) => {
  const { requests, units } = needs(shards, rates, kind);
  const lacking = [
    ...(requests > bounds.throttle.rate
      ? [{ name: 'throttle', needed: requests, isAllowed: v.is(throttle, { ...bounds.throttle, rate: requests }) }]
      : []),
    ...(units > bounds.maxUnits ? [{ name: 'maxUnits', needed: units, isAllowed: v.is(maxUnits, units) }] : []),
  ];
  const beyond = lacking.filter(({ isAllowed }) => !isAllowed).map(({ name }) => name);
  if (beyond.length > 0) return `more than any ${beyond.join(' and ')}`;
  if (lacking.length > 0) return `needs ${lacking.map(({ name, needed }) => `${name} ${needed}`).join(', ')}`;
  return undefined;
};
