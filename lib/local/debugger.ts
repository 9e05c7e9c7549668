import inspector from 'node:inspector';
import { findPort } from './listen';

/** Closes the debugger, for which the process would wait. Resumes the functions, because a paused thread cannot stop. */
const close = async () => {
  inspector.close();
  const session = new inspector.Session();
  session.connect();
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId } }) => {
    for (const [id, method] of ['Debugger.enable', 'Debugger.resume'].entries())
      session.post('NodeWorker.sendMessageToWorker', { sessionId, message: JSON.stringify({ id, method }) });
  });
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
};

/** Lets debuggers attach, at their usual port if it is free. Does nothing if a debugger has started this process. */
export const startDebugger = async () => {
  if (!inspector.url()) inspector.open(await findPort(9229).catch(() => findPort(0)), '127.0.0.1');
  return { close };
};
