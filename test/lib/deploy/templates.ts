import type { StageTemplate } from '../../../lib/deploy/fact';
import { TABLE } from '../../../lib/deploy/facts/table';
import { refusalsOf } from '../../../lib/deploy/refusals';
import { name } from '../../../package.json';

export const region = 'us-east-1';

export type StageMetadata = StageTemplate['Metadata'];

const none = { Service: name, Settings: {}, Plan: {}, Models: {}, Indexes: [], Deprecated: {}, Callers: {}, Shown: {} };

/** Returns a template of the service: with this metadata, and with these properties of its table if it has one. */
export const templateWith = (metadata: Partial<StageMetadata> = {}, Properties?: object): StageTemplate => ({
  Metadata: { ...none, ...metadata },
  Resources: { ...(Properties && { Table: { Type: TABLE, Properties: { ...Properties } } }) },
});

/** Returns the properties of a table with these regions and indexes. */
export const tableWith = (regions: readonly string[], indexes: readonly string[] = []) => ({
  Replicas: regions.map((Region) => ({ Region })),
  GlobalSecondaryIndexes: indexes.map((IndexName) => ({ IndexName })),
});

/** Returns the refusals of a deployment that confirms these names. */
export const refusals = (was: StageTemplate, is: StageTemplate, ...confirm: string[]) =>
  refusalsOf(was, is, { region, confirm });
