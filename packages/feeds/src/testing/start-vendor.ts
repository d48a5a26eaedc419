import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A vendor's answer; a string is sent unchanged, other values as JSON. */
export type VendorAnswer = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Sends half of the body and destroys the connection. */
  isCut?: boolean;
};

/** Null leaves the request unanswered. */
export type VendorHandler = (
  request: { url: URL; headers: IncomingMessage['headers'] },
  index: number,
) => VendorAnswer | null | Promise<VendorAnswer | null>;

/** A small HTTP server in place of a vendor's. */
export type Vendor = {
  url: string;
  /** Paths with their queries, oldest first. */
  requests: string[];
  /** Resolves when this many requests have arrived. */
  received: (count: number) => Promise<void>;
  answerWith: (handler: VendorHandler) => void;
  close: () => Promise<void>;
};

function send(response: ServerResponse, answer: VendorAnswer): void {
  const { status = 200, headers = {}, body = '', isCut } = answer;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (isCut) {
    response.writeHead(status, { ...headers, 'content-length': String(text.length) });
    response.write(text.slice(0, text.length / 2), () => response.destroy());
    return;
  }
  response.writeHead(status, headers).end(text);
}

/** Starts the server on a free port. */
export async function startVendor(initial: VendorHandler = () => ({ body: [] })): Promise<Vendor> {
  let handler = initial;
  const requests: string[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://vendor.test');
    requests.push(`${url.pathname}${url.search}`);
    for (const waiter of waiting) {
      if (requests.length < waiter.count) continue;
      waiting.delete(waiter);
      waiter.resolve();
    }
    const answer = await handler({ url, headers: request.headers }, requests.length - 1);
    if (answer) send(response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    received: (count) =>
      new Promise((resolve) => {
        if (requests.length >= count) resolve();
        else waiting.add({ count, resolve });
      }),
    answerWith: (next) => {
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
