import { MINUTE_MS } from '@moneytrail/calendar';
import {
  type BackfillStatus,
  type ExchangeInstruments,
  getHistory,
  listBackfills,
  listExchangeInstruments,
  startBackfill,
  updateBitfinexSymbols,
  updateFmpSymbols,
  updateTiingoSymbols,
} from '@moneytrail/contract';
import { type Figure, report } from './figure.ts';
import { endProduct, forkProduct, messageOf } from './product-process.ts';

const YEAR_SECONDS = 60;
const YEAR_MINUTES = 365 * 1_440;
const QUEUED = 200;
const MOST_SLOWER = 2;
const REQUESTS = 600;
const PAUSE_MS = 20;
const WARM_MS = 3_000;
const SYMBOLS = ['FMP/BTCUSD', 'FMP/AAPL', 'FMP/EURUSD', 'Tiingo/MSFT', 'Bitfinex/ETHUSD'];

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Calls by the administrator. */
function callerOf(port: number, token: string) {
  return async (path: string, body?: object): Promise<Response> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
}
type Call = ReturnType<typeof callerOf>;

async function readStatuses(call: Call): Promise<BackfillStatus[]> {
  return (await call(listBackfills.path)).json() as Promise<BackfillStatus[]>; // The contract says so.
}

/** The time to backfill one pair with a year of minutes and everything coarser. */
async function measureYear(call: Call): Promise<Figure> {
  const startedAt = performance.now();
  await call(startBackfill.path, { symbol: 'BTCUSD', exchange: 'Bitfinex' });
  for (;;) {
    const all = await readStatuses(call);
    const own = all.find(({ symbol, exchange }) => symbol === 'BTCUSD' && exchange === 'Bitfinex');
    if (own?.status === 'failed') throw new Error(own.error ?? 'failed');
    if (own?.status === 'completed') {
      if (own.barsRead < YEAR_MINUTES) throw new Error(`only ${own.barsRead} bars came`);
      return {
        what: 'backfill: a year of minutes of one pair, with all coarser bars, seconds',
        value: (performance.now() - startedAt) / 1_000,
        unit: 's',
        bar: { atMost: YEAR_SECONDS },
        detail: `${own.barsRead} bars`,
      };
    }
    await wait(250);
  }
}

function pathsOf(): string[] {
  const toTs = Math.floor(Date.now() / (30 * MINUTE_MS)) * 30 * 60;
  return SYMBOLS.flatMap((name) =>
    ['1D', '60'].map((resolution) => {
      const [e = '', fsym = ''] = name.split('/');
      const query = { e, fsym, resolution, fromTs: '0', toTs: String(toTs), countBack: '500' };
      return `${getHistory.path}?${new URLSearchParams(query)}`;
    }),
  );
}

/** Reads a new page; a busy machine may ask for a retry. */
async function readFirst(call: Call, path: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await (await call(path)).arrayBuffer();
      return;
    } catch (error) {
      if (tries === 10) throw error;
      await wait(2_000);
    }
  }
}

/** The 95th percentile of known pages, requested one after the other in a steady rhythm. */
async function measureHistory(call: Call): Promise<number> {
  const paths = pathsOf();
  for (const path of paths) await readFirst(call, path);
  const times: number[] = [];
  for (let index = 0; index < REQUESTS; index++) {
    const path = paths[index % paths.length] ?? '';
    const startedAt = performance.now();
    await (await call(path)).arrayBuffer();
    times.push(performance.now() - startedAt);
    await wait(PAUSE_MS);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

/** Enables all listed instruments, which queues them, and returns their number. */
async function queueAll(call: Call): Promise<number> {
  const searches = ['fmp/getSymbol', 'tiingo/getSymbol'];
  const updates = [updateFmpSymbols.path, updateTiingoSymbols.path];
  for (const [index, search] of searches.entries()) {
    for (const letter of 'aeiou') {
      const found = await call(`/api/data/${search}?symbol=${letter}&limit=200`);
      const { symbols } = (await found.json()) as { symbols: object[] }; // The contract says so.
      await call(updates[index] ?? '', { codesToEnable: symbols.slice(0, 100) });
    }
  }
  const pairs = (await (await call('/api/data/bitfinex/getSymbols')).json()) as {
    symbols: object[];
  }; // The contract says so.
  await call(updateBitfinexSymbols.path, { codesToEnable: pairs.symbols.slice(0, QUEUED) });
  const { exchanges } = (await (await call(listExchangeInstruments.path)).json()) as {
    exchanges: ExchangeInstruments[];
  }; // The contract says so.
  for (const { exchange, enabled } of exchanges) {
    for (const { code } of enabled) await call(startBackfill.path, { symbol: code, exchange });
  }
  return (await readStatuses(call)).filter(({ isCancellable }) => isCancellable).length;
}

for (const kind of ['embedded', 'on PostgreSQL'] as const) {
  if (kind !== 'embedded' && !process.env.BENCH_DATABASE_URL) continue;
  const env = kind === 'embedded' ? {} : { DATABASE_URL: process.env.BENCH_DATABASE_URL ?? '' };
  const server = forkProduct(new URL('./backfill/server-process.ts', import.meta.url).pathname, {
    env,
  });
  const { port, token } = await messageOf(server);
  const call = callerOf(Number(port), String(token));
  const year = await measureYear(call);
  const idleMs = await measureHistory(call);
  const queued = await queueAll(call);
  await wait(WARM_MS);
  const besideMs = await measureHistory(call);
  const left = (await readStatuses(call)).filter(({ isCancellable }) => isCancellable).length;
  report([
    { ...year, what: `${year.what}, ${kind}` },
    {
      what: `backfill: history beside ${queued} instruments that are read, 95th percentile, ${kind}`,
      value: besideMs / idleMs,
      unit: 'ratio',
      bar: { atMost: MOST_SLOWER },
      detail: `${besideMs.toFixed(1)} ÷ ${idleMs.toFixed(1)} ms, ${left} of ${queued} left then`,
    },
  ]);
  await endProduct(server);
}
