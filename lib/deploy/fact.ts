import type { ShardPlan } from '../../functions/kit/entity';
import type { Callers, ShownMembers, StoredModels } from '../models/stored-models';
import type { GivenSettings } from '../stack/context';
import { isPreview } from '../stack/settings';

type Replica = {
  readonly Region?: unknown;
  readonly DeletionProtectionEnabled?: boolean;
  readonly PointInTimeRecoverySpecification?: {
    readonly PointInTimeRecoveryEnabled?: boolean;
    readonly RecoveryPeriodInDays?: number;
  };
};

type TableProperties = Readonly<Record<string, unknown>> & {
  readonly Replicas?: readonly Replica[];
  readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string }[];
  readonly KeySchema?: readonly { readonly AttributeName?: string }[];
  readonly StreamSpecification?: { readonly StreamViewType?: string };
  readonly AttributeDefinitions?: readonly { readonly AttributeName?: string; readonly AttributeType?: string }[];
};

/** Part of a template of the service that a deployment is compared with. */
export type StageTemplate = {
  readonly Metadata: {
    readonly Service: string;
    readonly Settings: GivenSettings;
    /** Generations of each collection whose items routes find. */
    readonly Plan: ShardPlan;
    readonly Models: StoredModels;
    /** Indexes that the routes query. A template of before 3.1.0 does not name them. */
    readonly Indexes?: readonly string[];
    /** Last day of each deprecated version. */
    readonly Deprecated: Readonly<Record<string, string>>;
    /** Callers of each route on a stage with authentication. */
    readonly Callers: Callers;
    /** Members of parents that each list shows. */
    readonly Shown: ShownMembers;
    /** Paths of the resources whose changes each function gets, if there are any. */
    readonly Reactions?: Readonly<Record<string, readonly string[]>>;
    /** Logical ids of the resources of lib/own.ts, if there are any. */
    readonly Own?: readonly string[];
    /** Models of the earlier deployments. A synthesis without credentials does not know them. */
    readonly Past?: StoredModels;
    /** Generations of each collection in the earlier deployments. */
    readonly PastPlan?: ShardPlan;
  };
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: TableProperties }>>;
};

/** Tells whether the data of a stage is thrown away. */
export const isDiscarded = ({ Metadata }: StageTemplate) => isPreview(String(Metadata.Settings.stage));

/** Part of a stage that a deployment can lose. */
export type Fact<T = unknown> = {
  /** Name that confirms a loss. Nothing confirms a loss of a fact without a name. */
  readonly name?: string;
  /** True if a preview may lose the fact, because the data of a preview is thrown away. */
  readonly isOfData?: true;
  /** Reads the fact from a template. */
  read(template: StageTemplate, region: string): T;
  /** Returns a sentence for each loss. `given` are the settings that cdk.json and the command line give. */
  lost(was: T, is: T, given: GivenSettings): readonly string[];
};

/** Infers the type of a fact. */
export const defineFact = <T>(fact: Fact<T>) => fact;
