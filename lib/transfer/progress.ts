const BAR_WIDTH = 30;
const CLEAR_LINE = '\r\x1b[2K';

/** Formats seconds as hh:mm:ss. */
const formatTime = (seconds: number) => new Date(Math.ceil(seconds) * 1000).toISOString().slice(11, 19);

/** Stream such as `process.stderr`. */
type StatusStream = { readonly isTTY: boolean; readonly columns: number; write(text: string): boolean };

/** Shows a status: replaces the current line of a terminal, or writes a line of its own elsewhere. */
export const showStatus = (out: StatusStream, text: string) =>
  out.write(out.isTTY ? `${CLEAR_LINE}${text}`.slice(0, out.columns + CLEAR_LINE.length) : `${text}\n`);

/** Shows the progress of a transfer: a bar on a terminal every 0.1 s, a line of text elsewhere every 5 s. */
export const startProgress = (out: StatusStream, total?: number) => {
  const startedMs = performance.now();
  let done = 0;
  let skipped = 0;
  const text = () => {
    const rate = (done - skipped) / Math.max(0.001, (performance.now() - startedMs) / 1000);
    const counted = `${done}${total === undefined ? '' : ` of ${total}`}, ${rate.toFixed(0)} a second`;
    return total === undefined || rate === 0 ? counted : `${counted}, ${formatTime((total - done) / rate)} left`;
  };
  const bar = () => {
    const filled = total ? Math.round((BAR_WIDTH * done) / total) : 0;
    return total ? `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ` : '';
  };
  const show = () => showStatus(out, out.isTTY ? bar() + text() : text());
  const timer = setInterval(show, out.isTTY ? 100 : 5000).unref();
  return {
    /** Counts a line that an earlier run finished. The line is left out of the rate. */
    skip: () => {
      done++;
      skipped++;
    },
    step: () => done++,
    stop: () => {
      clearInterval(timer);
      show();
      if (out.isTTY) out.write('\n');
    },
  };
};
