import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const MAX_COMPLAINT = 2000;

/** Exchanges messages with a process that has an IPC channel and a pipe for its errors. */
export const talkTo = (child: ChildProcess, name: string) => {
  let complaint = '';
  child.stderr?.on('data', (chunk) => {
    complaint = `${complaint}${chunk}`.slice(-MAX_COMPLAINT);
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  /** Waits for the next message of the process. */
  const told = <T>() =>
    new Promise<T>((resolve, reject) => {
      const onClose = () => reject(new Error(`${name} has ended: ${complaint}`));
      if (hasEnded()) onClose();
      child.once('close', onClose);
      child.once('message', (message: T) => {
        child.off('close', onClose);
        resolve(message);
      });
    });

  return {
    told,
    /** Sends a message and waits for the answer. */
    ask: <T>(what: string | object) => {
      if (!hasEnded()) child.send(what);
      return told<T>();
    },
    stop: async () => {
      if (hasEnded()) return;
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
  };
};
