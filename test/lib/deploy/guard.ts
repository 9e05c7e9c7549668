import { CloudFormationClient, type StackStatus } from '@aws-sdk/client-cloudformation';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { STSClient } from '@aws-sdk/client-sts';
import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { Annotations, Match } from 'aws-cdk-lib/assertions';
import { mockClient } from 'aws-sdk-client-mock';
import { TABLE } from '../../../lib/deploy/facts/table';
import { guard } from '../../../lib/deploy/guard';
import { readSettings } from '../../../lib/stack/context';
import { issuer } from '../../support/stack';
import { region, templateWith } from './templates';

export const account = '123456789012';

/** Runs the guard in the tests of a file. AWS answers with a stage that may be deployed, and the issuer with its document. */
export const useGuard = () => {
  const sts = mockClient(STSClient);
  const cloudFormation = mockClient(CloudFormationClient);
  const lambda = mockClient(LambdaClient);
  const fetched = jest.spyOn(globalThis, 'fetch');
  let metadata: unknown;

  /** Runs the guard on a stack with a table. Returns the errors and warnings of the stack. */
  const runGuard = async (context: Record<string, unknown> = {}, target: object = { account }) => {
    const app = new App({ context: { issuer, audience: 'a', logDays: 30, ...context } });
    const stack = new Stack(app, 'UsersAndPosts-dev');
    const settings = readSettings(app.node);
    stack.templateOptions.metadata = templateWith({ Settings: settings }).Metadata;
    if (!settings.table) new CfnResource(stack, 'Table', { type: TABLE });
    await guard(stack, { region, ...target }, settings);
    const annotations = Annotations.fromStack(stack);
    const found = [...annotations.findError('*', Match.anyValue()), ...annotations.findWarning('*', Match.anyValue())];
    metadata = stack.templateOptions.metadata;
    return found.map(({ entry }) => entry.data);
  };

  /** Answers both calls: with the status of the stack, and with a template that has this table. */
  const deployed = (StackStatus: StackStatus, id = 'Old', more = {}) => {
    const { Metadata } = templateWith({ Settings: { logDays: 90, issuer: 'https://old.example' }, ...more });
    return cloudFormation.onAnyCommand().resolves({
      Stacks: [{ StackName: 'x', CreationTime: new Date(0), StackStatus }],
      TemplateBody: JSON.stringify({ Metadata, Resources: { [id]: { Type: TABLE } } }),
    });
  };

  /** Answers how many requests Lambda runs at once. */
  const concurrency = (ConcurrentExecutions: number) =>
    lambda.onAnyCommand().resolves({ AccountLimit: { ConcurrentExecutions } });

  /** Answers with the document of the issuer. */
  const issuerAnswers = (document: unknown, status = 200) =>
    fetched.mockImplementation(async () => new Response(JSON.stringify(document), { status }));

  beforeEach(() => {
    for (const client of [sts, cloudFormation, lambda]) client.reset();
    fetched.mockReset();
    sts.onAnyCommand().resolves({ Account: account });
    deployed('UPDATE_COMPLETE', 'Table');
    concurrency(1000);
    issuerAnswers({ issuer, jwks_uri: 'https://login.example/keys' });
  });
  /** Returns the metadata of the last template. */
  const remembered = () => metadata;
  return { sts, cloudFormation, lambda, fetched, runGuard, remembered, deployed, concurrency, issuerAnswers };
};
