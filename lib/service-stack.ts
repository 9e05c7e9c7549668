import { type App, CfnOutput, Stack } from 'aws-cdk-lib';
import { Api } from './api';
import type { Settings } from './settings';
import { Table } from './table';

export type ServiceStackProps = {
  readonly settings: Settings;
  /** The folder of the functions' bundles. */
  readonly bundles: string;
};

/** The service: one table, and an API whose functions read and write it. */
export class ServiceStack extends Stack {
  constructor(app: App, { settings, bundles }: ServiceStackProps) {
    const isProtected = settings.stage !== 'dev';
    super(app, `UsersAndPosts-${settings.stage}`, {
      description: 'REST service for users and posts',
      terminationProtection: isProtected,
    });

    const table = new Table(this, 'Table', { isProtected });
    const api = new Api(this, 'Api', { table, bundles, settings });

    new CfnOutput(this, 'ApiUrl', { value: api.url });
    new CfnOutput(this, 'TableName', { value: table.tableName });
  }
}
