import { createServer, type Server } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from './log.ts';

type Labels = Readonly<Record<string, string>>;
export type Reading = { labels?: Labels; value: number };

/** A Prometheus metric; names of counters end in `_total`. */
export type Figure = { name: string; help: string; labelNames?: readonly string[] };

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

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

/** Prometheus metrics of this process: the process, its event loop, and those added by modules. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(log: Pick<Log, 'warn'>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  return {
    /**
     * Adds a metric, or replaces the one of the same name. `read` is called at every scrape, and its errors do not affect
     * other metrics.
     */
    add: (
      { name, help, labelNames = [] }: Figure,
      read: () => readonly Reading[] | Promise<readonly Reading[]>,
    ): void => {
      registry.removeSingleMetric(name);
      const settings = { name, help, registers, labelNames: [...labelNames], collect };
      const metric = name.endsWith('_total') ? new Counter(settings) : new Gauge(settings);
      async function collect() {
        try {
          const readings = await read();
          metric.reset();
          for (const { labels = {}, value } of readings) metric.inc(labels, value);
        } catch (error) {
          log.warn({ err: error, figure: name }, 'a figure could not be read');
        }
      }
    },
    /** Adds a histogram of seconds; the returned function records one observation. */
    addSeconds: ({ name, help, labelNames = [] }: Figure) => {
      registry.removeSingleMetric(name);
      const settings = { name, help, registers, labelNames: [...labelNames], buckets: SECONDS };
      const histogram = new Histogram(settings);
      return (seconds: number, labels: Labels = {}): void => histogram.observe(labels, seconds);
    },
    /** Serves `/metrics` on a separate port. */
    listen: async ({ host, port }: { host: string; port: number }): Promise<Server> => {
      const server = serve(registry);
      await new Promise<void>((done, fail) => {
        server.once('error', fail);
        server.listen(port, host, done);
      });
      return server;
    },
  };
}
