import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { AttributeType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { headersOf } from '../../../lib/local/database/tables';
import { serve } from '../../../lib/local/serve';
import { temporaryFolder } from '../../support/folder';
import { send } from '../../support/http';

/** Makes the code of a function that sends its body to DynamoDB, as an operation. */
const codeOf = (operation: string) => {
  const folder = temporaryFolder();
  const headers = JSON.stringify(headersOf(operation));
  const request = `fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB, { method: 'POST', headers: ${headers}, body })`;
  writeFileSync(join(folder, 'index.js'), `exports.handler = async ({ body }) => (await ${request}).json();`);
  return Code.fromAsset(folder);
};

test('any stack of an API, functions and a table runs, with the grants of CDK', async () => {
  const app = new App({ outdir: temporaryFolder() });
  const stack = new Stack(app, 'Notes');
  const table = new Table(stack, 'Notes', { partitionKey: { name: 'id', type: AttributeType.STRING } });
  const api = new HttpApi(stack, 'Api');
  const add = (path: string, operation: string) => {
    const props = { code: codeOf(operation), handler: 'index.handler', runtime: Runtime.NODEJS_22_X };
    const handler = new LambdaFunction(stack, operation, props);
    const integration = new HttpLambdaIntegration(`${operation}Integration`, handler);
    api.addRoutes({ path, methods: [HttpMethod.POST], integration });
    return handler;
  };
  table.grantWriteData(add('/writer', 'PutItem'));
  table.grantWriteData(add('/reader', 'GetItem'));
  const TableName = stack.getLogicalId(table.node.defaultChild as never);
  const local = await serve({ port: 0, assembly: app.synth().directory });
  const written = await send(local.url, 'POST /writer', { body: { TableName, Item: { id: { S: 'a' } } } });
  const denied = await send(local.url, 'POST /reader', { body: { TableName, Key: { id: { S: 'a' } } } });
  await local.close();
  expect([written.status, denied.body.__type]).toEqual([200, 'com.amazon.coral.service#AccessDeniedException']);
});
