import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a database that a test freezes: connections stay open, and bytes wait on both sides. */
export async function startFreezingProxy(
  databaseUrl: string,
): Promise<{ url: string; freeze: () => void; thaw: () => void }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const waiting: (() => void)[] = [];
  let isFrozen = false;

  function forward(from: Socket, to: Socket): void {
    sockets.add(from);
    const pass = (send: () => void) => (isFrozen ? waiting.push(send) : send());
    from.on('data', (chunk) => void pass(() => to.write(chunk)));
    from.on('close', () => void pass(() => to.destroy()));
    from.on('error', () => undefined);
  }
  const server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    forward(client, upstream);
    forward(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true;
    },
    thaw: () => {
      isFrozen = false;
      for (const send of waiting.splice(0)) send();
    },
  };
}
