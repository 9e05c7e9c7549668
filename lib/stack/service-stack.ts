import { type App, CfnOutput, type Environment, Stack } from 'aws-cdk-lib';
import { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Alarms } from './alarms';
import { Api } from './api';
import { Canary } from './canary';
import { Dashboard } from './dashboard';
import { Key } from './key';
import { isProtected } from './removal-policy';
import type { Settings } from './settings';
import { Table } from './table';

export type ServiceStackProps = {
  readonly settings: Settings;
  /** The folder of the functions' bundles. */
  readonly bundles: string;
  readonly place: Environment;
};

/** The service: one table, and an API whose functions read and write it. */
export class ServiceStack extends Stack {
  constructor(app: App, { settings, bundles, place }: ServiceStackProps) {
    super(app, `UsersAndPosts-${settings.stage}`, {
      description: 'REST service for users and posts',
      terminationProtection: isProtected(settings),
      // A table with replicas has to know where it is; any other stack can be deployed anywhere.
      env: settings.replicas && place,
    });

    const table = settings.table
      ? TableV2.fromTableName(this, 'Restored', settings.table)
      : new Table(this, 'Table', { settings });
    const key = settings.profile === 'regulated' ? new Key(this, 'Key', { settings }) : undefined;
    const api = new Api(this, 'Api', { table, bundles, settings, key });

    const { httpApi, handlers, stage } = api;
    const alarms = new Alarms(this, 'Alarms', { httpApi, handlers, table, settings, key });
    new Dashboard(this, 'Dashboard', { httpApi, handlers, table });
    const shifts = handlers.flatMap(({ node: { id: name }, alias }) =>
      alias ? [{ name, alias, alarms: alarms.against(name) }] : [],
    );
    if (settings.canary) new Canary(this, 'Canary', { shifts });

    new CfnOutput(this, 'ApiUrl', { value: stage.url });
    if (stage.target) new CfnOutput(this, 'DomainTarget', { value: stage.target });
    new CfnOutput(this, 'TableName', { value: table.tableName });
  }
}
