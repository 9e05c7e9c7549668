import { Annotations, type App, CfnOutput, type Environment, Stack, Tags } from 'aws-cdk-lib';
import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import * as serviceJobs from '../../functions/jobs';
import { followedBy } from '../../functions/kit/needs';
import { generationsOf } from '../../functions/kit/table/keys';
import { resources } from '../../functions/resources';
import * as serviceRoutes from '../../functions/routes';
import { description, name } from '../../package.json';
import { type Index, indexErrors, indexesIn, indexes as serviceIndexes } from '../models/indexes';
import { modelErrors } from '../models/model-rules';
import { callersOf, deprecationsOf, modelsOf, shownOf } from '../models/stored-models';
import { versionErrors } from '../models/version-rules';
import { own as serviceOwn } from '../own';
import { serviceName } from '../root';
import { ServiceApi, type ServiceApiProps } from './api';
import { Canary } from './canary';
import { hasReactions, reactionErrors, reactionsIn, reactionWarnings } from './jobs/changes';
import { Jobs, type JobsProps, jobErrors } from './jobs/jobs';
import { ServiceKey } from './key';
import { Alarms } from './monitoring/alarms';
import { StageBudget } from './monitoring/budget';
import { Dashboard } from './monitoring/dashboard';
import { addOwn, type Own } from './own';
import { isProtected, type Settings } from './settings';
import { quotaErrors, ServiceTable } from './table';

export type ServiceStackProps = {
  readonly settings: Settings;
  /** Folder with the bundles of the functions. */
  readonly bundles: string;
  readonly env: Environment;
  /** Route table. By default that of the service. */
  readonly routes?: ServiceApiProps['routes'];
  /** Functions that are no routes. By default those of the service. */
  readonly jobs?: JobsProps['jobs'];
  /** Function that adds to the stack. By default that of lib/own.ts. */
  readonly own?: Own;
  /** Indexes of the table. By default those of the service. */
  readonly indexes?: readonly Index[];
};

/** Stack of the service: a table, and an API whose functions read and write the table. */
export class ServiceStack extends Stack {
  constructor(app: App, props: ServiceStackProps) {
    const { settings, bundles, env, routes = serviceRoutes, indexes = serviceIndexes } = props;
    const { jobs = serviceJobs, own = serviceOwn } = props;
    super(app, `${serviceName}-${settings.stage}`, {
      description,
      terminationProtection: isProtected(settings),
      // A table with replicas needs a fixed region. All other stacks can be deployed to any region.
      env: settings.replicas && env,
    });
    // Leaves out the dashboard, because cfn-lint 1.51 takes its tags for a mistake.
    const untagged = { excludeResourceTypes: ['AWS::CloudWatch::Dashboard'] };
    Tags.of(this).add('service', serviceName, untagged);
    Tags.of(this).add('stage', settings.stage, untagged);

    const hasStream = hasReactions(jobs, settings);
    const table = settings.table
      ? TableV2.fromTableName(this, 'Restored', settings.table)
      : new ServiceTable(this, 'Table', { settings, indexes, hasStream });
    const key = settings.encryption === 'customer' ? new ServiceKey(this, 'Key', { settings }) : undefined;
    const shared = { table, settings, key };
    const api = new ServiceApi(this, 'Api', { ...shared, bundles, routes, region: env.region });
    const { httpApi, handlers, stage } = api;
    const streamArn = hasStream ? (settings.reactions ?? table.tableStreamArn) : undefined;
    const ofJobs = new Jobs(this, 'Jobs', { ...shared, bundles, jobs, streamArn });
    const functions = [...handlers, ...ofJobs.functions];

    const watched = {
      ...shared,
      indexes: indexesIn(settings, indexes),
      httpApi,
      handlers,
      functions,
      logGroup: api.shared.logGroup,
      reactions: ofJobs.reactions,
      failed: ofJobs.failed,
    };
    if (settings.dashboard) new Dashboard(this, 'Dashboard', watched);
    // Nobody watches `dev` and previews, and their alarms would cost money (npm run cost).
    if (isProtected(settings)) {
      const alarms = new Alarms(this, 'Alarms', watched);
      if (settings.canary) new Canary(this, 'Canary', { handlers, alarms });
    }
    if (settings.budget) new StageBudget(this, 'Budget', { settings });

    const names = indexes.map((index) => index.name);
    const ofIndexes = [...indexErrors({ ...routes, ...jobs }, names), ...quotaErrors(settings, indexes.length)];
    const added = addOwn(this, own, { functions, settings, table });
    const errors = [
      ...modelErrors(routes),
      ...versionErrors(),
      ...ofIndexes,
      ...jobErrors(jobs, routes),
      ...reactionErrors(jobs, settings),
      ...added.errors,
    ];
    for (const error of errors) Annotations.of(this).addError(error);
    for (const text of reactionWarnings(jobs, settings)) Annotations.of(this).addWarningV2(`${name}:reactions`, text);
    // The next deployment compares itself with these (lib/deploy/guard.ts).
    this.templateOptions.metadata = {
      Service: name,
      Settings: { ...settings, confirm: undefined },
      Plan: Object.fromEntries(resources.map(({ collection }) => [collection, generationsOf(collection)])),
      Models: modelsOf(routes),
      Indexes: watched.indexes,
      Deprecated: deprecationsOf(routes),
      Callers: callersOf(routes),
      Shown: shownOf(routes),
      Reactions: hasStream
        ? Object.fromEntries(reactionsIn(jobs).map(([id, each]) => [id, followedBy(each).map(({ path }) => path)]))
        : undefined,
      Own: added.ids.length > 0 ? added.ids : undefined,
    };
    new CfnOutput(this, 'ApiUrl', { value: stage.url });
    new CfnOutput(this, 'FirstCall', { value: `curl ${stage.url}` });
    if (stage.domainTarget) new CfnOutput(this, 'DomainTarget', { value: stage.domainTarget });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    if (ofJobs.failed) new CfnOutput(this, 'FailedChanges', { value: ofJobs.failed.queue.queueUrl });
  }
}
