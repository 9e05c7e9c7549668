import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { callDynamoDb } from '../../../../lib/local/database/tables';
import { type LocalService, serve } from '../../../../lib/local/serve';
import type { DeliveredBatch } from '../../../../lib/local/streams/start';
import { temporaryFolder } from '../../../support/folder';
import { send } from '../../../support/http';
import { arnOf, echo, writeAssembly } from '../write-assembly';

const source = { 'Fn::GetAtt': ['Table', 'StreamArn'] };
const streamActions = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map(
  (name) => `dynamodb:${name}`,
);

/** Assembly with a function that gets the changes of items which begin with a. */
const assemblyWith = (actions: string[] = streamActions) =>
  writeAssembly({
    functions: {
      // The runner serves stacks with an API.
      echo: [echo, 'POST /echo'],
      follow: [
        `exports.handler = async ({ Records }) => {
          if (Records.some(({ dynamodb }) => dynamodb.Keys.pk.S === 'apart')) throw new Error('apart');
        };`,
      ],
    },
    grants: {
      follow: (lambda) => lambda.addToRolePolicy(new PolicyStatement({ actions, resources: ['*'] })),
    },
    properties: { Table: { StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' } } },
    more: {
      Mapping: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: {
          FunctionName: arnOf('followFunction'),
          EventSourceArn: source,
          FilterCriteria: {
            Filters: [{ Pattern: JSON.stringify({ dynamodb: { Keys: { pk: { S: [{ prefix: 'a' }] } } } }) }],
          },
        },
      },
      OfQueue: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: { FunctionName: arnOf('followFunction'), EventSourceArn: arnOf('Queue') },
      },
    },
  });

const put = ({ endpoint }: LocalService, name: string) =>
  callDynamoDb(endpoint, 'PutItem', { TableName: 'Table', Item: { pk: { S: name }, sk: { S: '1' } } });

describe('a function that follows a stream', () => {
  test('gets the changes that its filter lets pass, also those from before a new start', async () => {
    const folder = temporaryFolder();
    const got: Omit<DeliveredBatch, 'durationMs'>[] = [];
    const startOn = (assembly: string) =>
      serve({ port: 0, folder, assembly, onDelivery: ({ durationMs: _, ...delivery }) => got.push(delivery) });
    const assembly = assemblyWith();
    const first = await startOn(assembly);
    for (const name of ['apple', 'pear', 'avocado']) await put(first, name);
    const { body } = await send(first.url, 'GET /2015-03-31/event-source-mappings');
    expect(body.EventSourceMappings).toEqual([
      {
        UUID: 'Mapping',
        FunctionArn: 'arn:aws:lambda:us-east-1:000000000000:function:followFunction',
        EventSourceArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Table/stream/local',
        State: 'Enabled',
        LastProcessingResult: 'OK',
      },
    ]);
    expect(got.reduce((sum, { count }) => sum + count, 0)).toBe(2);
    await put(first, 'apart');
    const failed = await send(first.url, 'GET /2015-03-31/event-source-mappings');
    expect(failed.body.EventSourceMappings).toMatchObject([{ LastProcessingResult: 'PROBLEM: Function call failed' }]);
    await first.close();
    got.length = 0;
    const second = await startOn(assembly);
    await send(second.url, 'GET /2015-03-31/event-source-mappings');
    await second.close();
    expect(got).toEqual([{ functionName: 'follow', count: 1, outcome: 'failed', calls: [] }]);
  });

  test("gets none while its mapping is disabled by Lambda's own API", async () => {
    const got: string[] = [];
    const local = await serve({ port: 0, assembly: assemblyWith(), onDelivery: ({ outcome }) => got.push(outcome) });
    const path = '/2015-03-31/event-source-mappings';
    const disable = (id: string, headers = {}) =>
      send(local.url, `PUT ${path}/${id}`, { body: { Enabled: false }, headers });
    expect((await disable('Mapping', { origin: 'https://a.example' })).status).toBe(404);
    expect((await disable('Other')).status).toBe(404);
    expect(await disable('Mapping')).toMatchObject({ status: 202, body: { UUID: 'Mapping', State: 'Disabled' } });
    await put(local, 'apple');
    expect((await send(local.url, `GET ${path}`)).body.EventSourceMappings).toMatchObject([{ State: 'Disabled' }]);
    expect(got).toEqual([]);
    await local.close();
  });

  test('is refused without the permission to read the stream, as at AWS', async () => {
    await expect(serve({ port: 0, assembly: assemblyWith(['dynamodb:GetRecords']) })).rejects.toThrow(
      'The role of follow may not call dynamodb:DescribeStream on arn:aws:dynamodb:us-east-1:000000000000:table/Table/stream/local',
    );
  });
});
