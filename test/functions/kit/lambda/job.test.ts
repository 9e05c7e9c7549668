import { handleJob } from '../../../../functions/kit/lambda/job';
import { mockTable } from '../../../support/unit/table';

const table = mockTable();

describe('handleJob', () => {
  const context = { awsRequestId: 'request-1', getRemainingTimeInMillis: () => 900_000 };

  test('returns the result, and logs a line with the name of the job', async () => {
    process.env._HANDLER = 'removeDrafts.handler';
    const job = handleJob(async ({ days }: { readonly days: number }) => days + 1);
    expect([await job({ days: 30 }, context), await job({ days: 1 }, context)]).toEqual([31, 2]);
    const line = { level: 'INFO', route: 'removeDrafts', readUnits: 0, writeUnits: 0, requestId: 'request-1' };
    expect(table.logged()).toMatchObject([
      { ...line, coldStart: 1 },
      { ...line, coldStart: 0 },
    ]);
  });

  test('logs an error without a message that may quote data, and throws it, so that AWS tries again', async () => {
    const job = handleJob(() => Promise.reject(new TypeError('ada@example.com is no number')));
    // Lambda logs what the handler throws.
    await expect(job({}, context)).rejects.toMatchObject({ name: 'TypeError', message: 'TypeError' });
    await expect(job({}, context)).rejects.not.toMatchObject({ stack: expect.stringContaining('ada') });
    expect(table.logged()).toMatchObject(
      Array(2).fill({ level: 'ERROR', error: { name: 'TypeError', stack: expect.any(String) } }),
    );
    expect(JSON.stringify(table.logged())).not.toContain('ada');
  });
});
