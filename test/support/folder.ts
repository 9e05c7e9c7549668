import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder for a test. Jest deletes the folders of all tests at its end (jest/global-teardown.ts). */
export const temporaryFolder = () => mkdtempSync(join(process.env.TEST_FOLDER ?? tmpdir(), 'folder-'));
