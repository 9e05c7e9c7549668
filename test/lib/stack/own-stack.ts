import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Needs, Reaction } from '../../../functions/kit/needs';
import * as siteRoutes from '../../../functions/kit/site/routes';
import { readSettings } from '../../../lib/stack/context';
import type { Own } from '../../../lib/stack/own';
import { ServiceStack } from '../../../lib/stack/service-stack';
import { temporaryFolder } from '../../support/folder';

const bundles = temporaryFolder();
const callOut = { routeKey: 'POST /out', entry: 'functions/out/post.ts' } as const;

type Parts = {
  readonly route?: Needs;
  readonly job?: Partial<Reaction>;
  readonly jobName?: string;
  /** More jobs, by their names. */
  readonly more?: Readonly<Record<string, Partial<Reaction>>>;
  readonly settings?: object;
};

/** Synthesizes the stack with a route `callOut` and jobs, which need these parts. Returns its errors and its template. */
export const stackWith = (own: Own, { route = {}, job = {}, jobName = 'work', more, settings = {} }: Parts = {}) => {
  const entry = 'functions/out/work.ts';
  const jobs = Object.fromEntries(
    Object.entries({ [jobName]: job, ...more }).map(([name, each]) => [name, { entry, ...each } as const]),
  );
  const table = { ...siteRoutes, callOut: { ...callOut, ...route } };
  for (const name of Object.keys({ ...table, ...jobs })) mkdirSync(join(bundles, name), { recursive: true });
  const context = { 'aws:cdk:disable-asset-staging': true, ...settings };
  const app = new App({ treeMetadata: false, outdir: temporaryFolder(), context });
  const given = readSettings(app.node);
  const stack = new ServiceStack(app, {
    settings: given,
    bundles,
    env: { region: 'us-east-1' },
    routes: table,
    jobs,
    own,
  });
  const found = Annotations.fromStack(stack);
  const errors = found.findError('*', Match.anyValue());
  const warnings = found.findWarning('*', Match.anyValue());
  const template: OwnTemplate = app.synth().getStackArtifact(stack.artifactId).template;
  return { errors: errors.map(({ entry }) => entry.data), warnings: warnings.map(({ entry }) => entry.data), template };
};

type Properties = Readonly<Record<string, unknown>>;
export type OwnTemplate = {
  readonly Metadata: { readonly Own?: readonly string[]; readonly Reactions?: unknown };
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties: Properties }>>;
  readonly Outputs: Readonly<Record<string, { readonly Value: unknown }>>;
};

export const none: Own = () => ({});
export const makeQueue: Own = ({ scope }) => {
  const { queueArn, queueUrl } = new Queue(scope, 'Orders');
  return { resources: { orders: queueArn }, variables: { ORDERS_URL: queueUrl } };
};
export const consume: Own = ({ scope, functions }) => {
  const queue = new Queue(scope, 'Orders');
  Object(functions).work.addEventSource(new SqsEventSource(queue));
  return { resources: { orders: queue.queueArn } };
};
export const take = [
  'ReceiveMessage',
  'ChangeMessageVisibility',
  'GetQueueUrl',
  'DeleteMessage',
  'GetQueueAttributes',
].map((name) => `sqs:${name}` as const);
