import { DAY_MS, HOUR_MS, MINUTE_MS, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import type { BackfillStatus, Bar } from '@moneytrail/contract';
import { FeedError } from '@moneytrail/feeds';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { USUAL_KINDS } from '../../../db/testing/test-database.ts';
import { readStoredBars } from '../../bars/index.ts';
import { type InstrumentServer, startInstrumentServer } from '../testing/instrument-server.ts';

const LENGTHS = { '1': MINUTE_MS, '15': 15 * MINUTE_MS, '60': HOUR_MS, '1D': DAY_MS };
const SOON = { timeout: 60_000 };

/** Bars without a gap in `[fromMs, toMs)`. */
function barsOf(lengthMs: number, fromMs: number, toMs: number): Bar[] {
  const bars: Bar[] = [];
  for (let time = fromMs; time < toMs; time += lengthMs) {
    bars.push({ time, open: 10, high: 11, low: 9, close: 10, volume: 1 });
  }
  return bars;
}

describe.each(USUAL_KINDS)('on %s', (kind) => {
  let server: InstrumentServer;

  beforeEach(async () => {
    server = await startInstrumentServer(kind);
    return server.close;
  });

  const post = async (what: string, body: object): Promise<BackfillStatus> => {
    const url = `/api/schedulers/backfill/${what}`;
    const answer = await server.app.inject({ method: 'POST', url, payload: body });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const start = (symbol: string, dates = {}) =>
    post('start', { symbol, exchange: 'FMP', ...dates });
  const statusOf = async (symbol: string): Promise<BackfillStatus> => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/api/schedulers/backfill/status',
    });
    return answer
      .json()
      .find((each: BackfillStatus) => each.symbol === symbol && each.exchange === 'FMP');
  };
  const run = (signal?: AbortSignal) => server.runJob('instruments.backfill', {}, signal);

  /** A history of two hundred days that ends now. */
  function listBars(code: string): void {
    for (const resolution of STORED_RESOLUTIONS) {
      const lengthMs = LENGTHS[resolution];
      const days = { '1': 8, '15': 100, '60': 200, '1D': 200 }[resolution];
      const end = Math.floor(server.nowMs / lengthMs) * lengthMs;
      const from = Math.floor((server.nowMs - days * DAY_MS) / DAY_MS) * DAY_MS;
      server.feeds.FMP.set(code, resolution, barsOf(lengthMs, from, end));
    }
  }

  async function storedTimes(code: string, resolution: '1' | '15' | '60' | '1D') {
    const instrument = await server.catalogue.resolve(`FMP:${code}`);
    const stored = await readStoredBars(server.db, {
      instrumentId: instrument.id,
      resolution,
      isSimulated: false,
      fromMs: 0,
      toMs: Number.MAX_SAFE_INTEGER,
    });
    const times: number[] = [];
    for await (const { time, length } of stored.pieces) times.push(...time.subarray(0, length));
    return times;
  }

  test('a run stores every resolution completely, reports it, and the next one asks only for the newest bars', async () => {
    listBars('BTCUSD');
    await start('BTCUSD');
    expect(server.enqueued).toEqual(['instruments.backfill']);
    await run();
    const status = await statusOf('BTCUSD');
    expect(status).toMatchObject({ status: 'completed', error: null, isSyncedToday: true });
    expect(status.done).toBe(status.total);
    expect(status.isRecentlyRun).toBe(true);
    expect(Date.parse(status.backfillEnd ?? '')).toBe(server.nowMs);
    for (const resolution of STORED_RESOLUTIONS) {
      const times = await storedTimes('BTCUSD', resolution);
      expect(times.length).toBeGreaterThan(190);
      const lengthMs = LENGTHS[resolution];
      expect(times).toEqual(times.map((_, index) => (times[0] ?? 0) + index * lengthMs));
      expect(times.at(-1)).toBe(Math.floor(server.nowMs / lengthMs) * lengthMs - lengthMs);
    }
    const asked = server.feeds.FMP.requests.length;
    expect(server.feeds.FMP.requests.every(({ priority }) => priority === 'background')).toBe(true);
    await start('BTCUSD');
    await run();
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'completed', done: 0, total: 0 });
    const again = server.feeds.FMP.requests.slice(asked);
    expect(again).toHaveLength(STORED_RESOLUTIONS.length);
  });

  test('a failure is reported and retried later; a permanent one fails the run, and another one can be requested', async () => {
    listBars('BTCUSD');
    const upstream = { exchange: 'FMP', kind: 'upstream', cause: 'status 502' } as const;
    server.feeds.FMP.failure = new FeedError(upstream);
    await start('BTCUSD');
    await run();
    const waiting = await statusOf('BTCUSD');
    const putOff = { status: 'idle', isQueued: true, isCancellable: true, runningSince: null };
    expect(waiting).toMatchObject(putOff);
    expect(waiting.error).toContain('502');
    expect(Date.parse(waiting.nextTryAt ?? '')).toBeGreaterThan(server.nowMs);
    await run();
    expect(await statusOf('BTCUSD')).toEqual(waiting);
    server.nowMs = Date.parse(waiting.nextTryAt ?? '');
    server.feeds.FMP.failure = new FeedError({
      ...upstream,
      kind: 'plan',
      cause: 'not in the plan',
    });
    await run();
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'failed', isCancellable: false });
    server.feeds.FMP.failure = null;
    expect(await start('BTCUSD')).toMatchObject({ isQueued: true, error: null });
    await run();
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'completed' });
  });

  test('a run that its vendor delays for an hour shows its retry time, and has failed if it is not continued', async () => {
    listBars('BTCUSD');
    const upstream = { exchange: 'FMP', kind: 'rateLimit', cause: 'status 429' } as const;
    server.feeds.FMP.failure = new FeedError({ ...upstream, retryAfterMs: 60 * MINUTE_MS });
    await start('BTCUSD');
    await run();
    const untilMs = server.nowMs + 60 * MINUTE_MS;
    const waits = { status: 'idle', isQueued: true, nextTryAt: new Date(untilMs).toISOString() };
    expect(await statusOf('BTCUSD')).toMatchObject(waits);
    server.nowMs = untilMs - 1;
    expect(await statusOf('BTCUSD')).toMatchObject(waits);
    expect(await start('BTCUSD')).toMatchObject(waits);
    server.nowMs = untilMs;
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'running', nextTryAt: null });
    server.nowMs = untilMs + 11 * MINUTE_MS;
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'failed' });
    server.feeds.FMP.failure = null;
    await run();
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'completed', error: null });
  });

  test('a cancelled run stops asking the vendor within seconds', async () => {
    listBars('BTCUSD');
    await start('BTCUSD');
    let answer = (): void => undefined;
    server.feeds.FMP.wait = new Promise<void>((done) => {
      answer = done;
    });
    const running = run();
    await vi.waitFor(() => expect(server.feeds.FMP.signals).not.toHaveLength(0), SOON);
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'running', isCancellable: true });
    await post('cancel', { symbol: 'BTCUSD', exchange: 'FMP' });
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'idle', isCancellable: false });
    const [signal] = server.feeds.FMP.signals;
    await vi.waitFor(() => expect(signal?.aborted).toBe(true), SOON);
    answer();
    await running;
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'idle', isQueued: false });
  });

  test('a run of a lost worker is continued by another one, or has failed after ten minutes without one', async () => {
    listBars('BTCUSD');
    await start('BTCUSD');
    await sql`update backfill_runs set state = 'running', lease_token = 'lost', done = 3,
      running_since_ms = ${server.nowMs}, heartbeat_at_ms = ${server.nowMs}`.execute(server.db);
    await run();
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'running', done: 3 });
    server.nowMs += 11 * MINUTE_MS;
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'failed' });
    expect(await start('BTCUSD')).toMatchObject({ status: 'idle', isQueued: true, done: 0 });
    await sql`update backfill_runs set state = 'running', lease_token = 'lost', done = 3,
      running_since_ms = ${server.nowMs}, heartbeat_at_ms = ${server.nowMs}`.execute(server.db);
    server.nowMs += 2 * MINUTE_MS;
    await run();
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'completed' });
  });

  test('instruments are served in turns, so that a long history does not block a short one', async () => {
    listBars('BTCUSD');
    listBars('ETHUSD');
    await start('BTCUSD');
    await start('ETHUSD');
    const { history } = server.feeds.FMP;
    server.feeds.FMP.history = (request, signal) => {
      server.nowMs += 3_000;
      return history(request, signal);
    };
    await run();
    const codes = server.feeds.FMP.requests.map(({ instrument }) => instrument.code);
    const half = codes.slice(0, codes.length / 2);
    expect(half.filter((code) => code === 'ETHUSD').length).toBeGreaterThan(half.length / 3);
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'completed' });
    expect(await statusOf('ETHUSD')).toMatchObject({ status: 'completed' });
  });

  test('each night a backfill of every enabled instrument is requested', async () => {
    await server.runJob('instruments.request-backfills');
    const { rows } = await sql<{ count: string }>`select count(*) as count from backfill_runs
      where state = 'waiting'`.execute(server.db);
    expect(Number(rows[0]?.count)).toBe(server.catalogue.enabled().length);
    expect(server.enqueued).toEqual(['instruments.backfill']);
  });

  test('the whole history of a split share is requested again', async () => {
    listBars('BTCUSD');
    await start('BTCUSD');
    await run();
    const instrument = await server.catalogue.resolve('FMP:BTCUSD');
    await server.bars.rescaled(instrument);
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'idle', isQueued: true });
    expect(server.enqueued).toHaveLength(2);
  });

  test('a run that stops with its process waits for the next one', async () => {
    listBars('BTCUSD');
    await start('BTCUSD');
    const stopping = new AbortController();
    const { history } = server.feeds.FMP;
    server.feeds.FMP.history = async (request, signal) => {
      if (server.feeds.FMP.requests.length > 3) stopping.abort(new Error('the process stops'));
      signal?.throwIfAborted();
      return history(request, signal);
    };
    await run(stopping.signal);
    server.feeds.FMP.history = history;
    const { rows } = await server.runsOf('BTCUSD');
    expect(rows).toEqual([{ state: 'waiting' }]);
    await run();
    expect(await statusOf('BTCUSD')).toMatchObject({ status: 'completed' });
  });
});
