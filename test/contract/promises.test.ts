import { groups } from '../../lib/verify/groups';
import { createPlayer, type SendLine } from '../../lib/verify/play';
import { selectGroups } from '../../lib/verify/stage';
import { useService } from '../support/service';

/*
 * The promises that `npm run verify` plays against any stage. lib/verify/rows has their requests.
 */

const { ask, url } = useService();

const stage = { guarded: [], settings: ['no ownership', 'no origins'] };
const promised = ['all', 'read-only'].flatMap((mode) =>
  selectGroups(groups, stage, { isReadOnly: mode === 'read-only', hasToken: true }),
);

/** Sends a request. The OpenAPI document must have the response, and without settings no read may be stored. */
const send: SendLine = async (line, parts) => {
  const response = await ask(line, parts);
  if (response.status === 304 && / \/(posts|api)\b/.test(line))
    expect(response.headers['cache-control']).toBe('no-cache');
  return response;
};

test.each([...new Set(promised)])('$promise', async (group) => {
  expect((await createPlayer(send, url()).play(group)).broken).toBeUndefined();
});
