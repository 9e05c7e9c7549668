const BAR = 30;

const clock = (seconds: number) => new Date(Math.ceil(seconds) * 1000).toISOString().slice(11, 19);

type Out = { readonly isTTY: boolean; readonly columns: number; write(text: string): boolean };

/** How far a transfer is: a bar on a terminal, a line now and then elsewhere. */
export const startProgress = (out: Out, total?: number) => {
  const startedMs = performance.now();
  let done = 0;
  let atStart = 0;
  const text = () => {
    const rate = (done - atStart) / Math.max(0.001, (performance.now() - startedMs) / 1000);
    const counted = `${done}${total === undefined ? '' : ` of ${total}`}, ${rate.toFixed(0)} a second`;
    return total === undefined || rate === 0 ? counted : `${counted}, ${clock((total - done) / rate)} left`;
  };
  const show = () => {
    if (!out.isTTY) return out.write(`${text()}\n`);
    const filled = total ? Math.round((BAR * done) / total) : 0;
    const bar = total ? `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ` : '';
    return out.write(`\r\x1b[2K${bar}${text()}`.slice(0, out.columns + 5));
  };
  const timer = setInterval(show, out.isTTY ? 100 : 5000).unref();
  return {
    /** What was done at an earlier time counts, but not for the rate. */
    skip: () => {
      done++;
      atStart++;
    },
    step: () => done++,
    stop: () => {
      clearInterval(timer);
      show();
      if (out.isTTY) out.write('\n');
    },
  };
};
