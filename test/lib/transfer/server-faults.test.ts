import './served-things';

import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { client } from '../../../functions/kit/dynamodb/client';
import { keyOf } from '../../../functions/kit/table/keys';
import { skipPauses } from '../../support/time';
import { one, otherThing, two } from './served-things';
import { useThings } from './use-things';

const { TableName, ask, apiOf, handle, importAll } = useThings();

const remove = () => client.send(new DeleteCommand({ TableName, Key: keyOf(one, otherThing) }));
const taken = 'Another served-thing has this number.';

describe('an import that sets what only handlers set', () => {
  // The second read of a resource is the one that compares these fields.
  test.each<[string, 'before' | 'after', () => unknown, string, number | undefined]>([
    ['keeps a value set since', 'before', () => handle({ sum: 1 }), 'is already there with other content', 1],
    ['keeps a value set at once', 'after', () => handle({ sum: 1 }), 'is already there with other content', 1],
    [
      'goes on after another change',
      'after',
      () => ask(`PATCH ${one.path}/${otherThing}`, { body: { mood: 'mild' } }),
      'created',
      40,
    ],
    ['finds the same value', 'after', () => handle({ sum: 40 }), 'created', 40],
    ['finds the resource deleted', 'before', remove, '404; not-found; There is no such resource.', undefined],
    ['finds no item', 'after', remove, `is not in the table ${TableName}; name the table of this API`, undefined],
  ])('%s (%s its read)', async (_, when, change, expected, sum) => {
    await importAll();
    let reads = 0;
    const hook = (line: string) => line === `GET ${two.path}/${otherThing}` && ++reads === 2 && change();
    const outcomes = await importAll(TableName, when === 'before' ? apiOf(hook) : apiOf(undefined, hook));
    expect(outcomes).toContain(expected === 'created' ? 'b,created' : `b,rejected,${expected}`);
    expect((await ask(`GET ${two.path}/${otherThing}`)).body.sum).toBe(sum);
  });

  test('names a unique value that another resource has', async () => {
    await importAll();
    await handle({ number: 'n1' });
    expect(await importAll(TableName)).toContain(`a,rejected,409; number-taken; ${taken}; #/number ${taken}`);
  });

  const busy = Object.assign(new Error('busy'), { $retryable: {} });
  const missing = Object.assign(new Error('not found'), { name: 'ResourceNotFoundException' });
  const busyAlways = `The table ${TableName} fails in all 20 tries (busy); run the command again later.`;
  test.each([
    ['repeats a write that fails once', 1, busy, 'b,created'],
    ['ends when a write fails each time', 20, busy, busyAlways],
    ['ends when there is no table', 1, missing, `There is no table ${TableName} in eu-central-1`],
    ['ends when AWS refuses the credentials', 1, new Error('not authorized'), 'not authorized'],
  ])('%s', async (_, times, error, expected) => {
    await importAll();
    skipPauses();
    const send = client.send.bind(client);
    let left = times;
    jest.spyOn(client, 'send').mockImplementation(async (command: Parameters<typeof send>[0]) => {
      if (command instanceof UpdateCommand && command.input.Key?.sk === otherThing && left-- > 0) throw error;
      return send(command);
    });
    expect(await importAll(TableName).catch(({ message }) => [message])).toContain(expected);
  });
});
