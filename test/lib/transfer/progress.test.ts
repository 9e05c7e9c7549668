import { startProgress } from '../../../lib/transfer/progress';

const out = (isTTY: boolean) => {
  const written: string[] = [];
  return { written, stream: { isTTY, columns: 80, write: (text: string) => written.push(text) > 0 } };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const half = (isTTY: boolean) => {
  const { written, stream } = out(isTTY);
  const progress = startProgress(stream, 100);
  for (let i = 0; i < 10; i++) progress.skip();
  for (let i = 0; i < 40; i++) progress.step();
  jest.advanceTimersByTime(10_000);
  progress.stop();
  return written;
};

describe('the progress of a transfer', () => {
  test('is a bar with rate and time left on a terminal, ten times a second, in one line', () => {
    const written = half(true);
    expect(written).toHaveLength(100 + 2);
    // The skipped lines count as done, but not for the rate: 40 lines in 10 s.
    expect(written.at(-2)).toBe(`\r\x1b[2K${'█'.repeat(15)}${'░'.repeat(15)} 50 of 100, 4 a second, 00:00:13 left`);
    expect(written.at(-1)).toBe('\n');
  });

  test('is a plain line every few seconds without a terminal', () => {
    const written = half(false);
    expect(written).toHaveLength(3);
    expect(written.at(-1)).toBe('50 of 100, 4 a second, 00:00:13 left\n');
  });

  test('has no time left when the total is unknown', () => {
    const { written, stream } = out(false);
    const progress = startProgress(stream);
    for (let i = 0; i < 30; i++) progress.step();
    jest.advanceTimersByTime(5000);
    progress.stop();
    expect(written).toEqual(['30, 6 a second\n', '30, 6 a second\n']);
  });
});
