import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A proxy to PostgreSQL that can be frozen (connections stay open but pass nothing) or terminated. It is closed when the
 * test ends, unless the caller closes it.
 */
export async function openFreezableWay(
  databaseUrl: string,
  onEnd: (close: () => void) => void = onTestFinished,
) {
  const { hostname, port: targetPort } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const silent = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('data', (bytes) => {
        if (!isFrozen && !silent.has(socket)) other.write(bytes);
      });
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const terminate = () => {
    for (const socket of sockets) socket.destroy();
  };
  onEnd(() => {
    terminate();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    terminate,
    freeze: () => {
      isFrozen = true;
    },
    /** Current connections pass nothing any more; new ones work. */
    silence: () => {
      for (const socket of sockets) silent.add(socket);
    },
    thaw: () => {
      isFrozen = false;
      // Data sent in the meantime is lost, so its connections are unusable.
      terminate();
    },
  };
}
