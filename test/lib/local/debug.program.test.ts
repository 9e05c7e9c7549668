import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import * as routes from '../../../functions/routes';
import { bare, creatorOf } from '../../support/creator';
import { aResource, describeFor, routeOf } from '../../support/declared';
import { send } from '../../support/http';
import { createProject } from '../../support/project/project';
import { printed, ready } from './start';

// Program that carries messages between its streams and a debugger. Node 20 has a WebSocket only with a flag.
const carrier = `const socket = new WebSocket(process.argv[1]);
socket.onmessage = ({ data }) => console.log(data);
socket.onclose = () => process.stdin.destroy();
socket.onopen = () => require('node:readline').createInterface(process.stdin).on('line', (line) => socket.send(line));`;

// biome-ignore lint/suspicious/noExplicitAny: the test knows the messages that it asks for
type Message = { readonly worker: string; readonly [name: string]: any };

/** Attaches to a process and to the worker threads of a function, as a debugger does. */
const attach = (address: string, name: string) => {
  const { stdin, stdout } = spawn(process.execPath, ['--experimental-websocket', '--eval', carrier, address]);
  const lines = createInterface(stdout).setMaxListeners(0);
  const messages = new Set<Message>();
  let id = 0;
  const post = (method: string, params: object) => stdin.write(`${JSON.stringify({ id: ++id, method, params })}\n`);
  /** Takes the first message of a worker that the test wants and has not taken. */
  const take = async (isWanted: (message: Message) => unknown): Promise<Message> => {
    const found = [...messages].find(isWanted);
    if (found && messages.delete(found)) return found;
    await once(lines, 'line');
    return take(isWanted);
  };
  const ask = async (worker: string, method: string, params = {}) => {
    const own = ++id;
    post('NodeWorker.sendMessageToWorker', { sessionId: worker, message: JSON.stringify({ id: own, method, params }) });
    return (await take((each) => each.worker === worker && each.id === own)).result;
  };
  lines.on('line', (line) => {
    const { sessionId, message, workerInfo } = JSON.parse(line).params ?? {};
    if (message) messages.add({ ...JSON.parse(message), worker: sessionId });
    if (workerInfo) messages.add({ workerInfo, worker: sessionId });
    if (workerInfo?.title.endsWith(name)) ask(sessionId, 'Debugger.enable');
  });
  post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  return { take, ask };
};

const { folder, copy, edit } = createProject();
const linesOf = (file: string | URL) => readFileSync(file, 'utf8').split('\n');

describeFor(aResource, 'a function', ({ resource, path, text }) => {
  const [name] = routeOf(resource, 'create');
  const { requestFor } = creatorOf({ ask: () => Promise.reject() });
  const paused = { [text]: 'Paused' };
  const postTo = async (url: string) =>
    send(url, `POST ${path}`, { body: await requestFor(resource, 'create', { ...bare(resource), ...paused }) });

  test('npm start --debug pauses a request longer than any timeout, after a reload too, and ends while it pauses', async () => {
    copy();
    const { url, child, said } = await ready(folder, ['--debug', '--memory', '--empty'], folder);
    const { take, ask } = attach(/listening on (\S+)/.exec(said.error)?.[1] ?? '', name);
    const post = () => postTo(url);
    const bundle = () => take(({ params }) => params?.url?.endsWith(`/${name}.cjs`));
    const pause = () => take(({ method }) => method === 'Debugger.paused');
    /** Sets a breakpoint at the line of a source that has a text, by the source map in a bundle. */
    const setBreakpoint = ({ worker, params: { url, sourceMapURL } }: Message, file: string, text: string) => {
      const map = new SourceMap(JSON.parse(Buffer.from(sourceMapURL.split(',')[1], 'base64').toString()));
      const wanted = linesOf(join(folder, file)).findIndex((line) => line.includes(text));
      const lineNumber = linesOf(new URL(url)).findIndex((line, i) => {
        const { originalSource, originalLine } = Object(map.findEntry(i, line.search(/\S|$/)));
        return originalLine === wanted && new URL(originalSource, map.payload.sourceRoot).pathname.endsWith(`/${file}`);
      });
      return ask(worker, 'Debugger.setBreakpointByUrl', { url, lineNumber });
    };
    /** Waits for a pause, evaluates an expression there, and resumes. */
    const valueAtPause = async (expression: string, pauseMs = 0) => {
      const { worker, params } = await pause();
      const [{ callFrameId }] = params.callFrames;
      await delay(pauseMs);
      const found = await ask(worker, 'Debugger.evaluateOnCallFrame', { callFrameId, expression, returnByValue: true });
      await ask(worker, 'Debugger.resume');
      return found.result.value;
    };

    const place = ['functions/kit/table/create.ts', 'const newId'] as const;
    const first = await bundle();
    // The functions load one after the other. A request to one that loads starts another instance, without a breakpoint.
    await take(({ workerInfo }) => workerInfo?.title.endsWith(Object.keys(routes).at(-1)));
    await setBreakpoint(first, ...place);
    await setBreakpoint(first, 'functions/kit/dynamodb/send.ts', 'sent.end(body)');
    const response = post();
    expect(await valueAtPause('request.body')).toMatchObject(paused);
    // Exceeds the timeout of the function, and those of the call. A call that timed out would pause here once more.
    expect(await valueAtPause('method', 12_000)).toBe('POST');
    expect(await response).toMatchObject({ status: 201, body: paused });

    edit(place[0], place[1], `// Moves the line.\n  ${place[1]}`);
    await printed({ child, said }, /reloaded/);
    await setBreakpoint(await bundle(), ...place);
    const next = post();
    expect(await valueAtPause('request.body')).toMatchObject(paused);
    expect((await next).status).toBe(201);

    post().catch(() => {});
    await pause();
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('npm start names the source line of an error, and prints no request with --quiet', async () => {
    const planted = "throw new Error('planted')";
    edit('functions/kit/table/create.ts', 'const newId', `${planted};\n  const newId`);
    const line = linesOf(join(folder, 'functions/kit/table/create.ts')).findIndex((text) => text.includes(planted)) + 1;
    const { url, child, said } = await ready(folder, ['--memory', '--empty', '--quiet'], folder);
    expect(await postTo(url)).toMatchObject({ status: 500 });
    child.kill('SIGINT');
    await once(child, 'close');
    expect(said.error).toMatch(
      new RegExp(`^${name}: Error: planted\\n +at .*functions/kit/table/create\\.ts:${line}:`),
    );
    expect(said.out).not.toContain(`POST ${path} 500`);
  });
});
