import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const MAX_ERROR_LENGTH = 2000;

/** Exchanges messages with a child process. The child needs an IPC channel and a pipe for its standard error. */
export const openChannel = (child: ChildProcess, name: string) => {
  let errorOutput = '';
  child.stderr?.on('data', (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-MAX_ERROR_LENGTH);
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  /** Waits for the next message of the child. */
  const receive = <T>() =>
    new Promise<T>((resolve, reject) => {
      const onClose = () => reject(new Error(`${name} ended before it sent a message: ${errorOutput}`));
      if (hasEnded()) onClose();
      child.once('close', onClose);
      child.once('message', (message: T) => {
        child.off('close', onClose);
        resolve(message);
      });
    });

  return {
    receive,
    /** Sends a message and waits for the next message of the child. */
    exchange: <T>(message: string | object) => {
      if (!hasEnded()) child.send(message);
      return receive<T>();
    },
    stop: async () => {
      if (hasEnded()) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
};
