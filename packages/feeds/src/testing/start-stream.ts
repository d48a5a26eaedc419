import type { AddressInfo } from 'node:net';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';

/** A client's message and its connection. */
type Received = { message: Record<string, unknown>; socket: WebSocket };

/** A small WebSocket server in place of a vendor's, controlled by the test. */
export type TestStream = {
  url: string;
  /** Connections so far, oldest first. */
  sockets: WebSocket[];
  /** Messages of clients, oldest first. */
  received: Received[];
  send: (socket: WebSocket | undefined, message: unknown) => void;
  close: () => Promise<void>;
};

export async function startStream(
  onConnection: (socket: WebSocket) => void = () => undefined,
  options: Pick<ServerOptions, 'autoPong'> = {},
): Promise<TestStream> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, ...options });
  const sockets: WebSocket[] = [];
  const received: Received[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      received.push({ message: JSON.parse(String(data)), socket });
    });
    onConnection(socket);
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    sockets,
    received,
    send: (socket, message) => socket?.send(JSON.stringify(message)),
    close: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate();
        server.close(() => resolve());
      }),
  };
}
