import { send } from './http';
import { useService } from './service';

const PATH = '/2015-03-31/event-source-mappings';
type MappingState = Readonly<Record<'UUID' | 'FunctionArn' | 'LastProcessingResult', string>>;

/**
 * Gives the tests of a file the service of their worker, whose functions then get the changes of these tests. In other files they
 * get none.
 * @example const { ask, reacted } = useReactions();
 */
export const useReactions = () => {
  const service = useService();
  const list = async (): Promise<readonly MappingState[]> =>
    (await send(service.url(), `GET ${PATH}`)).body.EventSourceMappings;
  const enableAll = async (Enabled: boolean) => {
    for (const { UUID } of await list()) await send(service.url(), `PUT ${PATH}/${UUID}`, { body: { Enabled } });
  };
  beforeAll(() => enableAll(true));
  afterAll(() => enableAll(false));
  /** Waits until the functions have handled all changes so far. Throws when one of them fails. */
  const reacted = async () => {
    const failing = (await list()).filter(({ LastProcessingResult }) => LastProcessingResult !== 'OK');
    const names = failing.map(({ FunctionArn }) => FunctionArn.split(':').at(-1));
    if (names.length > 0) throw new Error(`These functions fail on a change: ${names.join(', ')}`);
  };
  return { ...service, reacted };
};
