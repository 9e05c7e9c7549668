import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { root } from '../../lib/root';

/*
 * The unit tests as one file: the modules are loaded once for a mutant, and not once for each file of tests.
 * The slow tests are in the last folder, since most mutants fail before.
 */
const files = ['model', 'http', 'lambda', 'site', 'users', 'posts', 'table'].flatMap((folder) =>
  readdirSync(join(root, 'test', 'functions', folder))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`),
);

const { send } = DynamoDBDocumentClient.prototype;

describe.each(files)('%s', (file) => {
  // A file mocks the client for its own tests only, anew at each.
  beforeAll(() => {
    DynamoDBDocumentClient.prototype.send = send;
  });
  require(`../functions/${file}`);
});
