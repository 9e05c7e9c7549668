import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

type Listener = { readonly onBytes: (bytes: Buffer) => void; readonly onBroken: (error: Error) => void };
/** Serves one call at a time, its listener. */
export type Connection = {
  readonly origin: string;
  readonly socket: Socket;
  listener?: Listener;
  idleSinceMs?: number;
};
/** A call that waits for a connection. */
export type Waiting = {
  readonly to: URL;
  readonly begin: (connection: Connection) => void;
  readonly fail: (error: Error) => void;
};

/** A list of a collection that has grown asks up to 128 partitions: as many handshakes at once take longer than a second. */
const MOST = 16;

/**
 * Lambda stops a process between requests, so that a connection may die unnoticed. An older one is not used again:
 * a call on a dead connection costs a retry and can leave a write in doubt.
 */
const MAX_IDLE_MS = 10_000;

const waiting = new Set<Waiting>();
const idle = new Set<Connection>();
let busy = 0;

/** Of each place, what a handshake after the first one can begin with, so that it is half of one. */
const sessions = new Map<string, Buffer>();

const openTls = (origin: string, host: string, port: number) => {
  const servername = isIP(host) ? '' : host;
  const socket = connectTls({ host, port, servername, session: sessions.get(origin), ALPNProtocols: ['http/1.1'] });
  socket.on('session', (session) => sessions.set(origin, session));
  // It may be for what the handshake began with.
  socket.on('error', () => sessions.delete(origin));
  return socket;
};

const open = ({ origin, protocol, hostname, port }: URL) => {
  const host = hostname.replace(/[[\]]/g, '');
  const isTls = protocol === 'https:';
  const socket = isTls ? openTls(origin, host, Number(port || 443)) : connect({ host, port: Number(port || 80) });
  const connection: Connection = { origin, socket };
  socket.setNoDelay(true).setKeepAlive(true, 1000);
  // What nobody asked for would be taken for the answer to the next call.
  socket.on('data', (bytes) => (connection.listener ? connection.listener.onBytes(bytes) : socket.destroy()));
  socket.on('error', (error) => connection.listener?.onBroken(error));
  socket.on('close', () => {
    idle.delete(connection);
    connection.listener?.onBroken(new Error('The connection was closed without an answer.'));
  });
  return connection;
};

const closeOld = () => {
  const nowMs = Date.now();
  for (const { socket, idleSinceMs = 0 } of idle) if (nowMs - idleSinceMs > MAX_IDLE_MS) socket.destroy();
};

/** The connection that was used last, because it is the least likely to be dead. */
const take = (to: URL) => {
  closeOld();
  const kept = [...idle].findLast(({ origin, socket }) => origin === to.origin && socket.writable);
  if (!kept) return open(to);
  idle.delete(kept);
  kept.socket.ref();
  return kept;
};

const serve = () => {
  for (const call of waiting) {
    if (busy === MOST) return;
    waiting.delete(call);
    try {
      const connection = take(call.to);
      busy++;
      call.begin(connection);
    } catch (error) {
      call.fail(error as Error);
    }
  }
};

/** The call gets a connection of its own, at once or when one is free. */
export const wait = (call: Waiting) => {
  waiting.add(call);
  serve();
};

export const waitNoMore = (call: Waiting) => waiting.delete(call);

/** A connection that is sound is there for the next call, and keeps no process from its end. */
export const giveBack = (connection: Connection, isSound: boolean) => {
  busy--;
  connection.listener = undefined;
  if (isSound) {
    connection.socket.unref();
    connection.idleSinceMs = Date.now();
    idle.add(connection);
  } else {
    // Lambda stops a process between two requests: where one connection is dead, so are those that were kept with it.
    for (const { origin, socket } of [connection, ...idle]) if (origin === connection.origin) socket.destroy();
  }
  serve();
};
