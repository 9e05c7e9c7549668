import {
  CloudFormationClient,
  CloudFormationServiceException,
  DescribeStacksCommand,
  GetTemplateCommand,
  type StackStatus,
} from '@aws-sdk/client-cloudformation';
import { mockClient } from 'aws-sdk-client-mock';
import { checkTableUpdate, refusalOfUpdate } from '../../../lib/deploy/table-update';
import { templateOf } from '../../support/stack';

const none = templateOf();
const one = templateOf({ replicas: 'eu-west-1' });
const two = templateOf({ replicas: 'eu-west-1,eu-west-2' });
const other = templateOf({ replicas: 'eu-west-2' });
const restored = templateOf({ table: 'restored' });
/** Region in which the templates with replicas are synthesized. */
const region = 'us-east-1';

const oneAtATime = 'AWS changes one region of a table per update, so deploy these one at a time.';
const place = { region };

describe('an update of the table', () => {
  test.each([
    ['adds no region', two, two],
    ['adds the first region', none, one],
    ['adds one more', one, two],
    ['removes one of two', two, one],
    ['removes the last one', one, none],
    ['begins a table with two', restored, two],
    ['leaves a table with two to itself', two, restored],
  ])('is allowed when it %s', (_, before, after) => {
    expect(refusalOfUpdate(before, after, region)).toBeUndefined();
  });

  test.each([
    ['adds two', none, two, 'adds eu-west-1, eu-west-2'],
    ['removes two', two, none, 'removes eu-west-1, eu-west-2'],
    ['exchanges one for another', one, other, 'adds eu-west-2 and removes eu-west-1'],
  ])('is refused when it %s regions', (_, before, after, changes) => {
    expect(refusalOfUpdate(before, after, region)).toBe(`Setting "replicas" ${changes}; ${oneAtATime}`);
  });

  test.each([
    ['allowed', 'adds an index', ['byUser'], ['byUser', 'byPost'], undefined],
    ['allowed', 'removes an index', ['byUser', 'byPost'], ['byUser'], undefined],
    ['refused', 'adds two indexes', ['byUser'], ['byUser', 'byPost', 'byTag'], 'adds byPost, byTag'],
    ['refused', 'removes two indexes', ['byUser', 'byPost'], [], 'removes byUser, byPost'],
    ['refused', 'renames an index', ['byUser'], ['byAuthor'], 'adds byAuthor and removes byUser'],
  ])('is %s when it %s', (_, __, before, after, changes) => {
    const withIndexes = (names: readonly string[]) => {
      const GlobalSecondaryIndexes = names.map((IndexName) => ({ IndexName }));
      return { Resources: { Table: { Type: 'AWS::DynamoDB::GlobalTable', Properties: { GlobalSecondaryIndexes } } } };
    };
    const advice = 'AWS changes one index of a table per update, so deploy these one at a time.';
    expect(refusalOfUpdate(withIndexes(before), withIndexes(after), region)).toBe(
      changes && `The stack ${changes}; ${advice}`,
    );
  });
});

describe('the deployed template', () => {
  const cloudFormation = mockClient(CloudFormationClient);
  const stackIs = (StackStatus: StackStatus) => {
    const stack = { StackName: 'UsersAndPosts-dev', CreationTime: new Date(), StackStatus };
    cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack] });
  };
  beforeEach(() => {
    cloudFormation.reset();
    stackIs('UPDATE_COMPLETE');
  });

  const check = (template = two) => checkTableUpdate('UsersAndPosts-dev', template, place);
  const failure = (name: string, message: string) =>
    new CloudFormationServiceException({ name, message, $fault: 'client', $metadata: {} });

  test('is read as it was sent, and two regions more are refused', async () => {
    cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify(none) });
    await expect(check()).rejects.toThrow(`Setting "replicas" adds eu-west-1, eu-west-2; ${oneAtATime}`);
    expect(cloudFormation.call(1).args[0].input).toEqual({ StackName: 'UsersAndPosts-dev', TemplateStage: 'Original' });
    await check(one);
  });

  test('is not there before the first deployment, which can have any number of regions', async () => {
    cloudFormation
      .on(DescribeStacksCommand)
      .rejects(failure('ValidationError', 'Stack with id UsersAndPosts-dev does not exist'));
    await check();
  });

  test.each(['ROLLBACK_COMPLETE', 'ROLLBACK_FAILED', 'REVIEW_IN_PROGRESS'] as const)(
    'does not count when the stack is %s, because CDK makes the stack anew',
    async (status) => {
      stackIs(status);
      cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: JSON.stringify(none) });
      await check();
    },
  );

  test('is empty while a first deployment is only prepared', async () => {
    cloudFormation.on(GetTemplateCommand).resolves({ TemplateBody: '' });
    await check();
  });

  test.each([
    ['CredentialsProviderError', 'Could not load credentials from any providers'],
    ['AccessDenied', 'User x is not authorized to perform: cloudformation:GetTemplate'],
    ['Error', 'getaddrinfo ENOTFOUND cloudformation.us-east-1.amazonaws.com'],
  ])('cannot be read for %s, which is one sentence', async (name, message) => {
    cloudFormation.on(GetTemplateCommand).rejects(failure(name, message));
    await expect(check()).rejects.toThrow(
      new Error(
        `The deployed template of UsersAndPosts-dev cannot be read: ${message}; deploying needs credentials that allow cloudformation:DescribeStacks and cloudformation:GetTemplate.`,
      ),
    );
  });
});
