import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Changes an answer; `path` includes the query. */
export type Distortion = (path: string, body: string) => string;

/** A proxy that changes a vendor's answers, to simulate misprints. */
export type DistortingProxy = {
  /** The vendor's base URL through the proxy. */
  url: string;
  /** Null leaves answers unchanged. */
  distort: (distortion: Distortion | null) => void;
  close: () => Promise<void>;
};

/** Hop-by-hop headers. */
const HOP_HEADERS = ['host', 'connection', 'keep-alive', 'accept-encoding', 'content-length'];

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !HOP_HEADERS.includes(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Starts a proxy on loopback for a vendor's base URL. */
export async function startDistortingProxy(vendorUrl: string): Promise<DistortingProxy> {
  const target = new URL(vendorUrl);
  let distortion: Distortion | null = null;
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    try {
      const answer = await fetch(new URL(path, target.origin), { headers: headersOf(request) });
      const body = await answer.text();
      const type = answer.headers.get('content-type') ?? 'application/json';
      const date = answer.headers.get('date') ?? '';
      response.writeHead(answer.status, { 'content-type': type, date });
      response.end(distortion ? distortion(path, body) : body);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${target.pathname.replace(/\/$/, '')}`,
    distort: (next) => {
      distortion = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
