import { DAY_MS, historyWindowMs, MINUTE_MS, type Span } from '@moneytrail/calendar';
import type { ChartBar } from '@moneytrail/chart';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../api/api-error.ts';
import { createFakeClock } from '../../../lib/testing/fake-clock.ts';
import { loadBars, loadWindow } from './load-bars.ts';
import type { ReadPage } from './read-page.ts';
import { withRetries } from './read-page.ts';

const NOW = Date.UTC(2026, 10, 20);
const LIMIT = 2_000;
const going = new AbortController().signal;

function barsAt(times: number[]): ChartBar[] {
  return times.map((time) => ({ time, open: 1, high: 1, low: 1, close: 1, volume: 1 }));
}

function every(stepMs: number, fromMs: number, toMs: number): ChartBar[] {
  const count = Math.max(0, Math.ceil((toMs - fromMs) / stepMs));
  return barsAt(Array.from({ length: count }, (_, index) => fromMs + index * stepMs));
}

/** A server that holds these bars and answers as the interface says. */
function serverOf(stored: ChartBar[]): { read: ReadPage; asked: Span[] } {
  const asked: Span[] = [];
  const read: ReadPage = async (span) => {
    asked.push(span);
    const inSpan = stored.filter(({ time }) => time >= span.fromMs && time < span.toMs);
    const bars = inSpan.slice(-LIMIT);
    const edgeMs = bars[0]?.time ?? span.fromMs;
    const olderBarMs = stored.findLast(({ time }) => time < edgeMs)?.time ?? null;
    return {
      bars,
      olderBarMs,
      isBeginning: bars.length === 0 && olderBarMs === null,
      lacksNewest: false,
    };
  };
  return { read, asked };
}

const load = (read: ReadPage, targetBars: number, resolution: '1' | '1D' = '1') =>
  loadBars(read, { resolution, targetBars }, NOW, going);

describe('loading bars', () => {
  it('reads two days of minutes in two requests: 2 880 bars, none missing, none double', async () => {
    const stored = every(MINUTE_MS, NOW - 9 * DAY_MS, NOW);
    const { read, asked } = serverOf(stored);
    const { bars } = await loadWindow(read, { fromMs: NOW - 2 * DAY_MS, toMs: NOW }, going);
    expect(asked).toHaveLength(2);
    expect(bars).toEqual(stored.slice(-2_880));
  });

  it('goes on until the studies have what they need', async () => {
    const { read, asked } = serverOf(every(DAY_MS, NOW - 3_000 * DAY_MS, NOW));
    const page = await load(read, 599, '1D');
    expect(page.bars).toHaveLength(730);
    expect(page.hasOlder).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('jumps over a gap of years with one request more, and does not count it as a round', async () => {
    const old = every(MINUTE_MS, NOW - 900 * DAY_MS, NOW - 899 * DAY_MS);
    const { read, asked } = serverOf(old);
    const page = await load(read, 200);
    expect(page.bars).toHaveLength(1_440);
    expect(asked).toHaveLength(2);
    expect(asked[1]?.toMs).toBe((old.at(-1)?.time ?? 0) + 1_000);
  });

  it('stops after twelve windows that had bars', async () => {
    const { read } = serverOf(every(DAY_MS, NOW - 900 * DAY_MS, NOW));
    const page = await load(read, 200);
    expect(page.bars).toHaveLength(24);
    expect(page.hasOlder).toBe(true);
  });

  it('ends history only where the server says that it begins', async () => {
    const { read } = serverOf(every(DAY_MS, NOW - 40 * DAY_MS, NOW));
    const page = await load(read, 200, '1D');
    expect(page.bars).toHaveLength(40);
    expect(page.hasOlder).toBe(false);
  });

  it('never takes a failure for the beginning: without a bar the load fails', async () => {
    const failing: ReadPage = () => Promise.reject(new Error('HTML'));
    await expect(load(failing, 599, '1D')).rejects.toThrow('HTML');
  });

  it('keeps what was read before a failure, and tells why the rest is missing', async () => {
    const { read } = serverOf(every(DAY_MS, NOW - 3_000 * DAY_MS, NOW));
    const failing: ReadPage = (span, signal) =>
      span.toMs < NOW ? Promise.reject(new Error('HTML')) : read(span, signal);
    const page = await load(failing, 599, '1D');
    expect(page.bars).toHaveLength(365);
    expect(page).toMatchObject({ hasOlder: true, failure: new Error('HTML') });
  });

  it('is left without an answer where the chart has moved on meanwhile', async () => {
    const leaving = new AbortController();
    const { read } = serverOf(every(DAY_MS, NOW - 3_000 * DAY_MS, NOW));
    const left: ReadPage = (span, signal) => {
      if (span.toMs === NOW) return read(span, signal);
      leaving.abort(new Error('left'));
      return Promise.reject(new Error('left'));
    };
    const goal = { resolution: '1D', targetBars: 599 } as const;
    await expect(loadBars(left, goal, NOW, leaving.signal)).rejects.toThrow('left');
  });

  it('shows what it has after each window, while more is to come', async () => {
    const { read } = serverOf(every(DAY_MS, NOW - 3_000 * DAY_MS, NOW));
    const parts: number[] = [];
    const onPart = (bars: ChartBar[]) => parts.push(bars.length);
    const goal = { resolution: '1D', targetBars: 900, onPart } as const;
    const page = await loadBars(read, goal, NOW, going);
    expect(parts).toEqual([365, 730]);
    expect(page.bars).toHaveLength(1_095);
  });

  it('refuses an answer that has no bars and names none, instead of asking for ever', async () => {
    const broken: ReadPage = async () => ({
      bars: [],
      olderBarMs: null,
      isBeginning: false,
      lacksNewest: false,
    });
    await expect(load(broken, 200)).rejects.toThrow('named no older one');
  });

  it('asks for windows of the length that the resolution has', async () => {
    const { read, asked } = serverOf(every(DAY_MS, NOW - 3_000 * DAY_MS, NOW));
    await load(read, 200, '1D');
    expect(asked[0]).toEqual({ fromMs: NOW - historyWindowMs('1D'), toMs: NOW });
  });
});

describe('a page that fails', () => {
  const page = { bars: [], olderBarMs: 1, isBeginning: false, lacksNewest: false };
  const failure = (status: number, retryAfterMs: number | null = null) =>
    new ApiError(`API GET error: ${status}`, { status, code: 'X', retryAfterMs });

  function failingReader(errors: Error[]) {
    const clock = createFakeClock(NOW);
    const calls: number[] = [];
    const read = withRetries(clock, async () => {
      calls.push(clock.now() - NOW);
      const error = errors.shift();
      if (error) throw error;
      return page;
    });
    return { clock, calls, read };
  }

  it('is asked for three times', async () => {
    const { clock, calls, read } = failingReader([failure(503), failure(500)]);
    const answer = read({ fromMs: 0, toMs: 1 }, going);
    await clock.advance(10_000);
    expect(await answer).toEqual(page);
    expect(calls).toEqual([0, 500, 1_500]);
  });

  it('fails after the third time with the error that names the status', async () => {
    const { clock, read } = failingReader([failure(503), failure(503), failure(503)]);
    const answer = expect(read({ fromMs: 0, toMs: 1 }, going)).rejects.toThrow(
      'API GET error: 503',
    );
    await clock.advance(10_000);
    await answer;
  });

  it('waits as long as a busy server asks', async () => {
    const { clock, calls, read } = failingReader([failure(429, 7_000)]);
    const answer = read({ fromMs: 0, toMs: 1 }, going);
    await clock.advance(10_000);
    await answer;
    expect(calls).toEqual([0, 7_000]);
  });

  it('is not asked for again where the source is locked', async () => {
    const { calls, read } = failingReader([failure(403)]);
    await expect(read({ fromMs: 0, toMs: 1 }, going)).rejects.toThrow('API GET error: 403');
    expect(calls).toHaveLength(1);
  });

  it('is dropped at once when the chart has moved on', async () => {
    const leaving = new AbortController();
    const { clock, calls, read } = failingReader([failure(503), failure(503)]);
    const answer = expect(read({ fromMs: 0, toMs: 1 }, leaving.signal)).rejects.toThrow('left');
    await clock.advance(100);
    leaving.abort(new Error('left'));
    await answer;
    expect(calls).toHaveLength(1);
  });
});
