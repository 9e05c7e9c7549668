import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { headersOf } from '../../../../lib/local/database/tables';
import { useFixture } from '../write-assembly';

/** Function that sends the request in its body to DynamoDB. */
const code = `exports.handler = async ({ body }) => {
  const reply = await fetch(process.env.AWS_ENDPOINT_URL_DYNAMODB, JSON.parse(body));
  return { status: reply.status, ...(await reply.json()) };
};`;
const query = (resource: string) => new PolicyStatement({ actions: ['dynamodb:Query'], resources: [resource] });
const noDelete = new PolicyStatement({
  effect: Effect.DENY,
  actions: ['dynamodb:D*Item'],
  resources: ['arn:aws:dynamodb:*:table/Tabl?'],
});
const { ask } = useFixture({
  functions: { pet: [code, 'POST /pet'], reader: [code] },
  grants: {
    pet: (lambda, table) => {
      table.grantWriteData(lambda);
      lambda.addToRolePolicy(query(`${table.tableArn}/index/byUser`));
      lambda.addToRolePolicy(noDelete);
    },
    reader: (lambda, table) => table.grantReadData(lambda),
  },
});
const ownTable = 'arn:aws:dynamodb:us-east-1:000000000000:table/Table';

/** Lets the function call the table without an SDK. */
const callTable = async (operation: string, input: object) => {
  const body = { method: 'POST', headers: headersOf(operation), body: JSON.stringify(input) };
  return (await ask('POST /pet', { body })).body;
};

test('a function writes its table and reads an index, as CDK grants it', async () => {
  const [TableName, Item] = ['Table', { pk: { S: 'a' }, sk: { S: 'b' }, userId: { S: 'c' } }];
  expect(await callTable('PutItem', { TableName, Item })).toMatchObject({ status: 200 });
  const values = { KeyConditionExpression: 'userId = :c', ExpressionAttributeValues: { ':c': Item.userId } };
  const found = await callTable('Query', { TableName, IndexName: 'byUser', ...values });
  expect(found).toMatchObject({ status: 200, Items: [Item] });
});

test.each([
  ['GetItem', { TableName: 'Table' }, ownTable],
  ['DeleteItem', { TableName: 'Table' }, ownTable],
  ['Query', { TableName: 'Table' }, ownTable],
  ['Query', { TableName: 'Table', IndexName: 'other' }, `${ownTable}/index/other`],
  ['PutItem', { TableName: 'Other' }, ownTable.replace(/Table$/, 'Other')],
  ['ListTables', {}, '*'],
])(
  'the database refuses a function the operation %s of %j, which its role does not grant',
  async (name, input, arn) => {
    expect(await callTable(name, input)).toEqual({
      status: 400,
      __type: 'com.amazon.coral.service#AccessDeniedException',
      Message: `User: arn:aws:sts::000000000000:assumed-role/petFunction/petFunction is not authorized to perform: dynamodb:${name} on resource: ${arn} because no identity-based policy allows the dynamodb:${name} action`,
    });
  },
);
