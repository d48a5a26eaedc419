import { connect } from 'node:net';

/** Requests of one path over some kept-alive connections, one at a time on each. */
export type LoadOrder = {
  port: number;
  path: string;
  headers: Record<string, string>;
  connections: number;
  durationMs: number;
};
export type LoadResult = { answers: number; durationMs: number; bodyBytes: number };

const HEAD_END = '\r\n\r\n';

/** The length and the start of a body; null until the head is complete. */
function readHead(bytes: Buffer): { bodyAt: number; length: number } | null {
  const end = bytes.indexOf(HEAD_END);
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head.split('\r\n')[0]);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  return { bodyAt: end + HEAD_END.length, length };
}

/** One connection: counts complete responses until the time is over. */
function ask(order: LoadOrder, total: LoadResult, until: number): Promise<void> {
  const headers = Object.entries({ host: `127.0.0.1:${order.port}`, ...order.headers });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const request = Buffer.from(`GET ${order.path} HTTP/1.1\r\n${lines}\r\n`);
  return new Promise((done, failed) => {
    const socket = connect(order.port, '127.0.0.1', () => socket.write(request));
    let head = Buffer.alloc(0);
    let missing = -1;
    socket.on('error', failed);
    socket.on('close', () => done());
    socket.on('data', (bytes) => {
      try {
        if (missing < 0) {
          head = head.length === 0 ? bytes : Buffer.concat([head, bytes]);
          const found = readHead(head);
          if (!found) return;
          missing = found.length - (head.length - found.bodyAt);
          total.bodyBytes = found.length;
          head = Buffer.alloc(0);
        } else missing -= bytes.length;
      } catch (error) {
        socket.destroy();
        failed(error);
        return;
      }
      if (missing > 0) return;
      missing = -1;
      total.answers += 1;
      if (performance.now() < until) socket.write(request);
      else socket.end();
    });
  });
}

async function run(order: LoadOrder): Promise<LoadResult> {
  const startedAt = performance.now();
  const total = { answers: 0, durationMs: 0, bodyBytes: 0 };
  const until = startedAt + order.durationMs;
  await Promise.all(Array.from({ length: order.connections }, () => ask(order, total, until)));
  return { ...total, durationMs: performance.now() - startedAt };
}

process.on('message', (order: LoadOrder) => {
  run(order).then(
    (result) => process.send?.(result),
    (error: unknown) => process.send?.(String(error)),
  );
});
