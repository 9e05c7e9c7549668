import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { buildResponse } from '../../../functions/http/response';
import { respond } from '../../../functions/lambda/respond';
import { emfErrors } from '../../support/emf';
import { eventOf, invoke } from '../../support/event';
import { ask } from '../../support/resources';
import { mockTable } from '../../support/table';

const table = mockTable();

describe('a log line', () => {
  test('is metrics by route in the namespace of its stack, without metrics that are 0', async () => {
    table.on(QueryCommand).resolves({ Items: [], ConsumedCapacity: { CapacityUnits: 0.5 } });
    await ask('GET /posts'); // the cold start
    table.forget();
    process.env.METRICS_NAMESPACE = 'UsersAndPosts-test';
    jest.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1012);
    await ask('GET /posts');
    delete process.env.METRICS_NAMESPACE;
    const [logged] = table.logged();
    expect(emfErrors(logged)).toEqual([]);
    expect(logged._aws.CloudWatchMetrics).toEqual([
      {
        Namespace: 'UsersAndPosts-test',
        Dimensions: [['route']],
        Metrics: [
          { Name: 'requests', Unit: 'Count' },
          { Name: 'ms', Unit: 'Milliseconds' },
          { Name: 'readUnits', Unit: 'Count' },
        ],
      },
    ]);
  });

  test('counts an error, a cold start and the units of a write', async () => {
    const failing = respond(() => Promise.reject(new Error('failed')));
    await invoke(failing, eventOf('POST /posts'));
    table.on(PutCommand).resolves({ ConsumedCapacity: { CapacityUnits: 1 } });
    await ask('POST /posts', { body: { title: 'Hello' } });
    const [failed, written] = table
      .logged()
      .map((logged) => logged._aws.CloudWatchMetrics[0].Metrics.map(({ Name }: { Name: string }) => Name));
    expect(failed).toEqual(expect.arrayContaining(['requests', 'errors', 'coldStarts']));
    expect(written).toEqual(expect.arrayContaining(['requests', 'writeUnits']));
  });

  test('counts a cold start for the first request of an instance only', async () => {
    const handler = respond(async () => buildResponse(200, {}));
    await invoke(handler, eventOf('GET /posts'));
    await invoke(handler, eventOf('GET /posts'));
    expect(table.logged().map(({ coldStarts }) => coldStarts)).toEqual([1, 0]);
  });
});
