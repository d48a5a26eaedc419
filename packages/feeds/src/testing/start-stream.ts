import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** What a client sent, and the connection it came on. */
type Heard = { message: Record<string, unknown>; socket: WebSocket };

/** A small WebSocket server in a vendor's place, which says what a test lets it say. */
export type TestStream = {
  url: string;
  /** Connections so far, oldest first. */
  sockets: WebSocket[];
  /** Messages of clients, oldest first. */
  heard: Heard[];
  say: (socket: WebSocket | undefined, message: unknown) => void;
  close: () => Promise<void>;
};

export async function startStream(
  onConnection: (socket: WebSocket) => void = () => undefined,
): Promise<TestStream> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const sockets: WebSocket[] = [];
  const heard: Heard[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    socket.on('message', (data) => {
      heard.push({ message: JSON.parse(String(data)), socket });
    });
    onConnection(socket);
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}`,
    sockets,
    heard,
    say: (socket, message) => socket?.send(JSON.stringify(message)),
    close: () =>
      new Promise((resolve) => {
        for (const socket of server.clients) socket.terminate();
        server.close(() => resolve());
      }),
  };
}
