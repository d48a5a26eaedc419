import type { RequestListener, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv6, type Socket } from 'node:net';
import { subscriberOf } from './network.ts';

export type SocketLimits = {
  /** Sockets open at once per address; null: 1,000 for a public address, 20,000 for a private one, possibly a proxy. */
  perAddress: number | null;
  /** Time limit for the first byte. */
  firstRequestMs: number;
};

const PUBLIC_MOST = 1_000;
const PRIVATE_MOST = 20_000;
/** Sockets per address without a request yet; beyond it the oldest is closed, so that idle ones cannot block it. */
const SILENT_MOST = 250;

const PRIVATE = new BlockList();
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  PRIVATE.addSubnet(net, prefix, 'ipv4');
}
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addAddress('::1', 'ipv6');

const isPrivate = (address: string) => PRIVATE.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');

type Sockets = { open: number; silent: Map<Socket, NodeJS.Timeout> };

/** Limits sockets per address (IPv6: per /64) and closes those that send no request in time. */
export function limitSockets(server: Server, limits: SocketLimits): void {
  const known = new Map<string, Sockets>();
  const silentOf = new WeakMap<Socket, Sockets>();

  function stopWaiting(socket: Socket): void {
    const sockets = silentOf.get(socket);
    if (!sockets) return;
    clearTimeout(sockets.silent.get(socket));
    sockets.silent.delete(socket);
    silentOf.delete(socket);
  }

  server.prependListener('request', ({ socket }) => stopWaiting(socket));
  server.prependListener('upgrade', ({ socket }) => stopWaiting(socket));
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const key = subscriberOf(address);
    const most = limits.perAddress ?? (isPrivate(address) ? PRIVATE_MOST : PUBLIC_MOST);
    const sockets = known.get(key) ?? { open: 0, silent: new Map() };
    if (sockets.open >= most) {
      socket.destroy();
      return;
    }
    known.set(key, sockets);
    sockets.open += 1;
    const [oldest] = sockets.silent.size >= SILENT_MOST ? sockets.silent.keys() : [];
    oldest?.destroy();
    sockets.silent.set(
      socket,
      // Node itself answers and closes those that have started a request.
      setTimeout(() => socket.bytesRead === 0 && socket.destroy(), limits.firstRequestMs),
    );
    silentOf.set(socket, sockets);
    socket.once('close', () => {
      stopWaiting(socket);
      sockets.open -= 1;
      if (sockets.open === 0) known.delete(key);
    });
  });
}

/** Requests of one connection that wait for the answer to the one before them; browsers and proxies send none. */
const MOST_PIPELINED = 10;

/**
 * Closes connections that pipeline many requests. Node emits all requests that arrive together in one turn of the event
 * loop, so thousands of them would block every other caller.
 */
export function limitPipelining(server: Server): void {
  const handlers = server.listeners('request') as RequestListener[];
  const waiting = new WeakMap<Socket, number>();

  function isTooMuch(socket: Socket, response: ServerResponse): boolean {
    // The response gets the socket once those before it are sent.
    if (response.socket !== null) return false;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1));
    return count > MOST_PIPELINED;
  }

  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (isTooMuch(socket, response)) socket.destroy();
    if (socket.destroyed) return;
    for (const handle of handlers) handle(request, response);
  });
}
