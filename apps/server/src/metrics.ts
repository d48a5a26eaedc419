import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One figure, told apart from others of its name by labels. */
export type Reading = { labels?: Readonly<Record<string, string>>; value: number };

export type Metrics = {
  /** Adds a figure; `read` is called at every scrape, and what it throws harms no other figure. */
  gauge: (
    figure: { name: string; help: string; labelNames?: readonly string[] },
    read: () => readonly Reading[] | Promise<readonly Reading[]>,
  ) => void;
  /** Notes one request that was answered. */
  request: (request: { method: string; route: string; status: number; seconds: number }) => void;
  /** Serves everything at `/metrics` of a port of its own. */
  listen: (where: { host: string; port: number }) => Promise<Server>;
};

const DURATIONS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function serve(registry: Registry): Server {
  return createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}

/** Figures of this process for Prometheus: requests, the process and its event loop, and what modules add. */
export function createMetrics(log: { warn: (detail: object, message: string) => void }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'moneytrail_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  });
  return {
    gauge: ({ name, help, labelNames = [] }, read) => {
      const gauge = new Gauge({
        ...{ name, help, registers },
        labelNames: [...labelNames],
        collect: async () => {
          try {
            const readings = await read();
            gauge.reset();
            for (const { labels = {}, value } of readings) gauge.set(labels, value);
          } catch (error) {
            log.warn({ err: error, figure: name }, 'a figure could not be read');
          }
        },
      });
    },
    request: ({ method, route, status, seconds }) =>
      durations.observe({ method, route, status: String(status) }, seconds),
    listen: async ({ host, port }) => {
      const server = serve(registry);
      await new Promise<void>((done, fail) => {
        server.once('error', fail);
        server.listen(port, host, done);
      });
      return server;
    },
  };
}
