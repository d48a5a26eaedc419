import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Opens the sockets of viewers, tells when all are open, and discards what they get. */
const [port, count] = process.argv.slice(2).map(Number);
const sockets = Array.from({ length: count ?? 0 }, () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  socket.on('message', () => {});
  return socket;
});
await Promise.all(sockets.map((socket) => once(socket, 'open')));
process.send?.('open');
