import { randomUUID } from 'node:crypto';
import { addAccount, openSessionOf } from '../apps/server/src/conformance/testing/people.ts';
import { startApp } from '../apps/server/src/conformance/testing/start-app.ts';
import { DATABASE_KINDS } from '../apps/server/src/db/testing/test-database.ts';
import { type Figure, median, report, timeRuns } from './figure.ts';

const MOST_MS = 20;
const RUNS = 400;
const LAYOUTS = 50;
/** A chart with some hundred drawings. */
const CONTENT_LENGTH = 60_000;
const UNLIMITED = { atOnce: 1_000, aMinute: 1e9 };

const contentOf = (seed: number) =>
  JSON.stringify(
    Array.from({ length: CONTENT_LENGTH / 60 }, (_, at) => ({
      tool: 'trendLine',
      timeMs: 1_700_000_000_000 + at * seed,
      price: at / 7,
    })),
  );

/** The slowest of the fastest 95 %. */
function p95(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

/** Every call over real HTTP, for one account with many layouts. */
async function measure(kind: (typeof DATABASE_KINDS)[number]): Promise<Figure[]> {
  const world = await startApp(kind, { app: { workLimits: UNLIMITED, checkAnswers: false } });
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const { token } = await openSessionOf(world, await addAccount(world));
  const call = async (method: string, path: string, body?: string, type = 'application/json') => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': type }) };
    const answer = await fetch(`${address}/api/${path}`, {
      method,
      headers,
      ...(body ? { body } : {}),
    });
    const text = await answer.text();
    if (!answer.ok || text.includes('"status":"error"')) throw new Error(`${path}: ${text}`);
    return JSON.parse(text);
  };
  const data = { name: 'Morning', symbol: 'FMP:BTCUSD', resolution: '60' };
  const ids: number[] = [];
  for (let count = 0; count < LAYOUTS; count++) {
    const body = { key: randomUUID(), ...data, content: contentOf(count) };
    ids.push((await call('POST', 'layouts', JSON.stringify(body))).id);
  }
  const [id = 0, other = 0] = ids;
  let revision = 1;
  let seed = 0;
  const FORM = 'application/x-www-form-urlencoded';
  const ours = 'client=c&user=u';
  const calls: Record<string, () => Promise<unknown>> = {
    'save a layout': async () => {
      const body = { baseRevision: revision, ...data, content: contentOf(seed++) };
      ({ revision } = await call('PUT', `layouts/${id}`, JSON.stringify(body)));
    },
    'load a layout': () => call('GET', `layouts/${id}`),
    'list layouts': () => call('GET', 'layouts'),
    'save a chart as a form': () => {
      const fields = new URLSearchParams({ ...data, content: contentOf(seed++) });
      return call('POST', `1.1/charts?${ours}&chart=${other}`, String(fields), FORM);
    },
    'load a chart': () => call('GET', `1.1/charts?${ours}&chart=${other}`),
    'list charts': () => call('GET', `1.1/charts?${ours}`),
  };
  const figures: Figure[] = [];
  for (const [what, run] of Object.entries(calls)) {
    await timeRuns(20, run);
    const times = await timeRuns(RUNS, run);
    figures.push({
      what: `${what} of 60 KB, p95 (${kind})`,
      value: p95(times),
      unit: 'ms',
      bar: { atMost: MOST_MS },
      detail: `median ${median(times).toFixed(1)} ms`,
    });
  }
  await world.close();
  return figures;
}

for (const kind of DATABASE_KINDS) report(await measure(kind));
