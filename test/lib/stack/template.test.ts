import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Template } from 'aws-cdk-lib/assertions';
import * as jobs from '../../../functions/jobs';
import { serviceName } from '../../../lib/root';
import { isProtected } from '../../../lib/stack/settings';
import { everySetting, type StackTemplate, templateOf } from '../../support/stack';

const plain = templateOf();
const full = templateOf(everySetting);
const encrypted = templateOf({ stage: 'pr-12', encryption: 'customer' });

test.each([
  ['dev', false, plain],
  ['pr-12', false, encrypted],
  ['prod', true, full],
])('the stage %s protects its stack, table, logs and key from deletion: %s', (stage, isProtected, template) => {
  const { artifacts } = JSON.parse(readFileSync(join(template.assembly, 'manifest.json'), 'utf8'));
  const { terminationProtection = false } = artifacts[`${serviceName}-${stage}`].properties;
  expect(terminationProtection).toBe(isProtected);
  // RetainExceptOnCreate deletes what a failed first deployment has made, and retains everything else.
  const kept = { DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' };
  const deleted = { DeletionPolicy: 'Delete', UpdateReplacePolicy: 'Delete' };
  for (const type of ['DynamoDB::GlobalTable', 'Logs::LogGroup', 'KMS::Key'])
    for (const resource of template.each(type)) expect(resource).toMatchObject(isProtected ? kept : deleted);
});

test.each([
  ['dev, pr-1, pr-12345', false],
  ['prod, pr-, pr-1a, pre-1, pr1, pr-1-2, my-pr-1, dev2', true],
])('the stages %s are protected: %s', (stages, expected) => {
  for (const stage of stages.split(', ')) expect([stage, isProtected({ stage })]).toEqual([stage, expected]);
});

test('encryption=customer has a key for the logs and the alarms, and changes nothing but them and the table', () => {
  expect(JSON.stringify(plain.Resources)).not.toMatch(/kms/i);
  const [[id] = []] = encrypted.entries('KMS::Key');
  const key = { 'Fn::GetAtt': [id, 'Arn'] };
  for (const { Properties } of encrypted.each('Logs::LogGroup')) expect(Properties.KmsKeyId).toEqual(key);
  expect(full.one('SNS::Topic').KmsMasterKeyId).toEqual({ 'Fn::GetAtt': [full.entries('KMS::Key')[0]?.[0], 'Arn'] });
  const othersIn = ({ Resources }: StackTemplate) =>
    Object.entries(Resources).filter(([, { Type }]) => !/::(GlobalTable|LogGroup|Key)$/.test(Type));
  expect(othersIn(encrypted)).toEqual(othersIn(templateOf({ stage: 'pr-12' })));
});

test('the key rotates, and lets the services of the logs and the alarms use it', () => {
  const { EnableKeyRotation, KeyPolicy } = full.one('KMS::Key');
  expect(EnableKeyRotation).toBe(true);
  // The first statement lets the account use the key.
  expect(KeyPolicy.Statement.slice(1)).toEqual([
    {
      Effect: 'Allow',
      // In China the name of this service ends in .com.cn.
      Principal: { Service: { 'Fn::Join': ['', ['logs.us-east-1.', { Ref: 'AWS::URLSuffix' }]] } },
      Action: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey*', 'kms:ReEncrypt*'],
      Resource: '*',
      Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': 'arn:aws:logs:us-east-1:000000000000:*' } },
    },
    {
      Effect: 'Allow',
      Principal: { Service: 'cloudwatch.amazonaws.com' },
      Action: ['kms:Decrypt', 'kms:GenerateDataKey*'],
      Resource: '*',
      Condition: { StringEquals: { 'aws:SourceAccount': '000000000000' } },
    },
  ]);
});

describe('the stack', () => {
  test('keeps the logical ids of what holds data, because CloudFormation replaces it by something empty with another', () => {
    const idsOf = (type: string) => full.entries(type).map(([id]) => id);
    expect(['DynamoDB::GlobalTable', 'KMS::Key', 'ApiGatewayV2::Api'].map(idsOf)).toEqual([
      ['TableCD117FA1'],
      ['Key961B73FD'],
      ['ApiHttpApi4C294DC0'],
    ]);
    const ofJobs = Object.keys(jobs).length > 0 ? ['JobsLogA27CDC68'] : [];
    expect(idsOf('Logs::LogGroup')).toEqual(['ApiLogA9343957', 'ApiStageInfrequentAccessLog030C7A9D', ...ofJobs]);
    expect(Object.keys(full.Outputs)).toEqual(
      expect.arrayContaining(['ApiUrl', 'DomainTarget', 'FirstCall', 'TableName']),
    );
  });

  test('has the name of the stack as the name of its API, and service and stage as tags of what has a price', () => {
    const tags = { service: serviceName, stage: 'prod' };
    expect(full.one('ApiGatewayV2::Api')).toMatchObject({ Name: `${serviceName}-prod`, Tags: tags });
    const listed = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
    const priced = ['Lambda::Function', 'Logs::LogGroup', 'KMS::Key', 'CloudWatch::Alarm'];
    for (const { Properties } of priced.flatMap(full.each)) expect(Properties.Tags).toEqual(listed);
  });

  test('has no circle of resources that wait for each other, and no physical name, which two stages would share', () => {
    // Throws when there is a circle.
    Template.fromJSON({ Resources: full.Resources });
    const names = /^(Table|Function|Role|Policy|LogGroup|Topic|Alarm|Dashboard|Application|DeploymentGroup)Name$/;
    const named = Object.values(full.Resources).flatMap(({ Properties = {} }) =>
      // A name with a reference to another resource is not the same in two stages.
      Object.entries(Properties).filter(([key, value]) => names.test(key) && typeof value === 'string'),
    );
    expect(named).toEqual([]);
  });
});
