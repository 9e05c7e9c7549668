import { handler } from '../../../functions/posts/update';
import { eventOf, invoke } from '../../support/event';
import { mockTable, post } from '../../support/table';

const table = mockTable();

describe('Prefer', () => {
  test.each([
    ['return=minimal', 204, 'return=minimal'],
    ['return=representation', 200, 'return=representation'],
    ['Return = "Minimal"', 204, 'return=minimal'],
    ['respond-async, return=minimal', 204, 'return=minimal'],
    ['return=minimal; x=y', 204, 'return=minimal'],
    ['return=minimal, return=representation', 204, 'return=minimal'],
    ['return=nothing, return=minimal', 204, 'return=minimal'],
    ['x="a, return=minimal, b"', 200, undefined],
    ['x="a, return=minimal', 200, undefined],
    ['x="a\\", return=minimal, b="', 200, undefined],
    ['x="a\\\\", return=minimal', 204, 'return=minimal'],
    ['return=minimalist', 200, undefined],
    ['x-return=minimal', 200, undefined],
    ['minimal', 200, undefined],
    ['return', 200, undefined],
    ['', 200, undefined],
  ])('%s', async (prefer, status, applied) => {
    table.onAnyCommand().resolves({ Attributes: post });
    const answer = await invoke(
      handler,
      eventOf(`PATCH /posts/${post.sk}`, { body: { title: 'Hello' }, headers: { prefer } }),
    );
    expect([answer.status, answer.headers?.['preference-applied']]).toEqual([status, applied]);
    expect(answer.body === undefined).toBe(status === 204);
  });
});
