import { join } from 'node:path';
import { temporaryFolder } from '../../support/folder';

/** Gives each test of a file the path of a new file, and keeps what the commands write to standard error. */
export const useTransfer = () => {
  const transfer = { file: '', said: [] as string[] };
  beforeEach(() => {
    transfer.file = join(temporaryFolder(), 'all.ndjson');
    transfer.said = [];
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => transfer.said.push(String(text)) > 0);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });
  return transfer;
};
