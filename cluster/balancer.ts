import { once } from 'node:events';
import { createServer, ServerResponse } from 'node:http';
import { createProxyServer } from 'httpxy';
import { HOST } from './programs.ts';
import type { Readiness, ServerProcess } from './server-process.ts';

const LOOK_EVERY_MS = 500;
const SERVING: ReadonlySet<Readiness> = new Set(['ok', 'degraded']);

export type Balancer = { port: number; close: () => Promise<void> };

type Backend = Pick<ServerProcess, 'port' | 'readiness'>;

/**
 * A reverse proxy before the `api` processes, as the product asks for one: requests and streams go in turn to those that
 * are ready, and carry the client's address in `X-Forwarded-For`. A failed request is not repeated: 502.
 */
export async function startBalancer(backends: readonly Backend[], port = 0): Promise<Balancer> {
  const proxy = createProxyServer({ xfwd: true });
  let ready: readonly Backend[] = [];
  let turn = 0;

  async function look(): Promise<void> {
    const found = await Promise.all(
      backends.map(async (backend) => (SERVING.has(await backend.readiness()) ? backend : null)),
    );
    ready = found.filter((backend) => backend !== null);
  }

  function nextTarget(): string | null {
    const backend = ready[turn++ % Math.max(1, ready.length)];
    return backend ? `http://${HOST}:${backend.port}` : null;
  }

  const server = createServer((request, response) => {
    const target = nextTarget();
    if (target) proxy.web(request, response, { target }).catch(() => undefined);
    else response.writeHead(503, { 'retry-after': '1' }).end('no server is ready');
  });
  server.on('upgrade', (request, socket, head) => {
    const target = nextTarget();
    socket.on('error', () => socket.destroy());
    // Node types the socket of an upgrade as a stream; it is the connection's.
    if (target)
      proxy
        .ws(request, socket as import('node:net').Socket, { target }, head)
        .catch(() => undefined);
    else socket.destroy();
  });
  proxy.on('error', (_error, _request, response) => {
    if (response instanceof ServerResponse) {
      if (!response.headersSent) response.writeHead(502);
      response.end();
    } else response?.destroy();
  });

  await look();
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);
  server.listen(port, HOST);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      clearInterval(looking);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
