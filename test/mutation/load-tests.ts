import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { root } from '../../lib/root';

const unitTests = join(root, 'test', 'functions');
const { send } = DynamoDBDocumentClient.prototype;

/** Tells whether a test asks Jest for the stand-in of the SDK's client, by a comment at its top. */
const usesStandIn = (file: string) => readFileSync(join(unitTests, file), 'utf8').includes('customExportConditions');

/**
 * Loads the unit tests of one of the two clients as one file, so that each mutant loads the modules once. Without this,
 * each test file would load them again. The slow tests are in the last folder, because most mutants fail before it.
 */
export const loadTests = (client: 'official' | 'stand-in') => {
  const files = ['model', 'http', 'dynamodb', 'lambda', 'site', 'users', 'posts', 'table'].flatMap((folder) =>
    readdirSync(join(unitTests, folder), { recursive: true, encoding: 'utf8' })
      // The differential tests need a database, and those of the OpenAPI document a synthesized stack.
      .filter((name) => name.endsWith('.test.ts') && !/^(differential|openapi)/.test(name))
      .map((name) => `${folder}/${name}`)
      .filter((file) => usesStandIn(file) === (client === 'stand-in')),
  );
  describe.each(files)('%s', (file) => {
    // Removes the mocked client of the previous file.
    beforeAll(() => {
      DynamoDBDocumentClient.prototype.send = send;
    });
    require(join(unitTests, file));
  });
};
