export type PacedRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string | null;
};

/** Requests in turn, at a pace that does not wait for responses. */
export type PacedOrder = {
  port: number;
  requests: PacedRequest[];
  perSecond: number;
  durationMs: number;
};
export type PacedResult = { latenciesMs: number[]; statuses: number[] };

async function sendOne(port: number, request: PacedRequest): Promise<[number, number]> {
  const startedAt = performance.now();
  const response = await fetch(`http://127.0.0.1:${port}${request.path}`, {
    method: request.method,
    headers: request.headers,
    body: request.body,
  });
  await response.arrayBuffer();
  return [performance.now() - startedAt, response.status];
}

/** Sends at the pace until the time is over, then waits for open requests. */
export async function runPaced(order: PacedOrder): Promise<PacedResult> {
  const { port, requests, perSecond, durationMs } = order;
  const startedAt = performance.now();
  const underWay: Promise<[number, number]>[] = [];
  const count = Math.floor((perSecond * durationMs) / 1_000);
  for (let index = 0; index < count; index += 1) {
    const dueMs = (index * 1_000) / perSecond - (performance.now() - startedAt);
    if (dueMs > 0) await new Promise((done) => setTimeout(done, dueMs));
    const request = requests[index % requests.length];
    if (request) underWay.push(sendOne(port, request));
  }
  const outcomes = await Promise.all(underWay);
  return {
    latenciesMs: outcomes.map(([latencyMs]) => latencyMs),
    statuses: outcomes.map(([, status]) => status),
  };
}
