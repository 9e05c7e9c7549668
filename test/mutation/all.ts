import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { root } from '../../lib/root';

/*
 * Loads all unit tests as one file, so that each mutant loads the modules once. Without this, each test file would load
 * them again. The slow tests are in the last folder, because most mutants fail before it.
 */
const files = ['model', 'http', 'dynamodb', 'lambda', 'site', 'users', 'posts', 'table'].flatMap((folder) =>
  readdirSync(join(root, 'test', 'functions', folder))
    // The differential tests need a database.
    .filter((name) => name.endsWith('.test.ts') && !name.startsWith('differential'))
    .map((name) => `${folder}/${name}`),
);

const { send } = DynamoDBDocumentClient.prototype;

describe.each(files)('%s', (file) => {
  // Removes the mocked client of the previous file.
  beforeAll(() => {
    DynamoDBDocumentClient.prototype.send = send;
  });
  require(`../functions/${file}`);
});
