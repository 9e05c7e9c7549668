import { DynamoDBDocumentClient, GetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import type { Entity } from '../../../functions/kit/entity';
import { createdAtOf } from '../../../functions/kit/model/id';
import { plan } from '../../../functions/plan';
import { itemIn } from './changes';
import { idAt } from './id';

process.env.TABLE_NAME = 'table';
process.env.AWS_REGION = 'eu-central-1';

// Makes each collection one shard, because the tests of handlers must not depend on the plan of the project.
for (const collection of Object.keys(plan)) Reflect.set(plan, collection, []);

type Resource = { readonly id: string };

/**
 * Mocks the DynamoDB client for a test file. `sent` lists the commands of a handler, and `logged` its log lines. `hold` lets each
 * read find a resource, and each write succeed, after which the resource is `after`. `written` lists the ids that writes name.
 */
export const mockTable = () => {
  const mock = mockClient(DynamoDBDocumentClient);
  const lines: string[] = [];
  beforeEach(() => {
    mock.reset();
    lines.length = 0;
    jest.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  });
  afterEach(() => jest.restoreAllMocks());
  return Object.assign(mock, {
    sent: () => mock.calls().map(({ firstArg }) => [firstArg.constructor.name, firstArg.input]),
    hold: (entity: Entity, resource: Resource, after = resource) => {
      const updatedAt = createdAtOf(resource.id);
      const [before, Attributes] = [resource, after].map((each) => ({
        rev: 'one',
        updatedAt,
        ...itemIn(entity, each),
      }));
      mock.onAnyCommand().resolves({});
      mock.on(GetCommand, { Key: { pk: entity.collection, sk: resource.id } }).resolves({ Item: before });
      mock.on(QueryCommand).resolves({ Items: [{ ...before }] });
      mock.on(UpdateCommand).resolves({ Attributes });
    },
    written: ({ collection }: Entity) =>
      mock
        .calls()
        .filter(({ firstArg }) => /^(Put|Update|Delete|TransactWrite)/.test(firstArg.constructor.name))
        .flatMap(({ firstArg: { input } }) => [input, ...(input.TransactItems ?? []).flatMap(Object.values)])
        .flatMap(({ Key, Item = Key }) => (Item?.pk === collection ? Item.sk : [])),
    logged: () => lines.map((line) => JSON.parse(line)),
    forget: () => {
      lines.length = 0;
      mock.resetHistory();
    },
  });
};

/** Makes the id with this number. All are minted at one time. */
export const idOf = (number: number) => idAt(Date.parse('2026-11-19T12:00:00.000Z'), number);
