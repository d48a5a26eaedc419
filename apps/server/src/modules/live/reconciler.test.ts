import {
  barOpensAtMs,
  DAY_MS,
  isBarClosed,
  isMarketOpen,
  MARKET_HOURS,
  MINUTE_MS,
  STORED_RESOLUTIONS,
  type StoredResolution,
} from '@moneytrail/calendar';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nextReconciliationMs, reconciliationSinceMs, startReconciler } from './reconciler.ts';
import { makeInstrument } from './testing/make-instrument.ts';

const SETTLE_MS = 3_000;
const moment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') });
const market = fc.record({
  hours: fc.constantFrom(...Object.values(MARKET_HOURS)),
  resolution: fc.constantFrom(...STORED_RESOLUTIONS),
  afterMs: moment,
});

test('the next read is due later, right after a bar has closed', () => {
  fc.assert(
    fc.property(market, ({ hours, resolution, afterMs }) => {
      const dueMs = nextReconciliationMs(hours, resolution, afterMs, SETTLE_MS);
      expect(dueMs).toBeGreaterThan(afterMs);
      expect(isMarketOpen(hours, dueMs - SETTLE_MS - 1)).toBe(true);
    }),
  );
});

test('no bar closes between two successive reads', () => {
  fc.assert(
    fc.property(market, ({ hours, resolution, afterMs }) => {
      const firstMs = nextReconciliationMs(hours, resolution, afterMs, SETTLE_MS);
      const secondMs = nextReconciliationMs(hours, resolution, firstMs, SETTLE_MS);
      const betweenMs = nextReconciliationMs(
        hours,
        resolution,
        (firstMs + secondMs) / 2,
        SETTLE_MS,
      );
      expect(betweenMs).toBe(secondMs);
    }),
  );
});

test('a read begins before the bar that closed, with an earlier closed one', () => {
  fc.assert(
    fc.property(market, ({ hours, resolution, afterMs }) => {
      const closedAtMs = nextReconciliationMs(hours, resolution, afterMs, SETTLE_MS) - SETTLE_MS;
      const sinceMs = reconciliationSinceMs(hours, resolution, closedAtMs);
      expect(isBarClosed(hours, resolution, sinceMs, closedAtMs - 1)).toBe(true);
      expect(barOpensAtMs(hours, resolution, sinceMs)).toBeLessThan(closedAtMs);
    }),
  );
});

describe('a reconciler', () => {
  const START_MS = Date.parse('2026-09-20T12:00:00Z');

  beforeEach(() => {
    vi.useFakeTimers({ now: START_MS });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  type Read = { code: string; resolution: StoredResolution; atMs: number };

  function run(
    instruments: ReturnType<typeof makeInstrument>[],
    options: {
      isSubscribed?: (code: string) => boolean;
      refresh?: (resolution: StoredResolution) => Promise<void>;
      feedSize?: number;
    } = {},
  ) {
    const reads: Read[] = [];
    const stop = startReconciler(
      {
        clock: { now: Date.now },
        followed: () => instruments,
        feedSize: () => options.feedSize ?? instruments.length,
        isSubscribed: ({ code }) => options.isSubscribed?.(code) ?? false,
        refresh: async (chosen, resolution) => {
          for (const { code } of chosen) reads.push({ code, resolution, atMs: Date.now() });
          await options.refresh?.(resolution);
        },
      },
      { settleMs: 3_000 },
    );
    return { reads, stop };
  }

  /** Advances time from timer to timer, by at most a day. Timers here trigger only promises, none of which waits for real time. */
  async function pass(durationMs: number): Promise<void> {
    const untilMs = Date.now() + durationMs;
    const steps = setInterval(() => undefined, Math.min(durationMs, DAY_MS));
    while (Date.now() < untilMs) {
      vi.advanceTimersToNextTimer();
      for (let turn = 0; turn < 4; turn += 1) await null;
    }
    clearInterval(steps);
  }

  test('over sixty days every closed bar is read once, 3 s after its end', async () => {
    const instruments = [
      makeInstrument({ code: 'BTCUSD', hours: MARKET_HOURS.crypto }),
      makeInstrument({ code: 'AAPL', hours: MARKET_HOURS['us-stocks'] }),
    ];
    const { reads, stop } = run(instruments);
    await pass(60 * DAY_MS);
    stop();
    const count = (code: string, resolution: StoredResolution) =>
      reads.filter((read) => read.code === code && read.resolution === resolution).length;
    expect(count('BTCUSD', '1D')).toBe(60);
    expect(count('BTCUSD', '60')).toBe(60 * 24);
    expect(count('BTCUSD', '15')).toBe(60 * 96);
    expect(count('BTCUSD', '1')).toBe(60 * 1_440);
    // 2026-09-20 is a Sunday; no exchange holiday until the 18th of November.
    expect(count('AAPL', '1D')).toBe(43);
    expect(count('AAPL', '60')).toBe(43 * 7);
    const days = reads.filter(({ code, resolution }) => code === 'AAPL' && resolution === '1D');
    const clockTimes = new Set(days.map(({ atMs }) => new Date(atMs).toISOString().slice(11, 19)));
    expect([...clockTimes]).toEqual(['20:00:03', '21:00:03']);
  });

  test('a read that takes longer than its bar is not overtaken', async () => {
    let [running, mostRunning] = [0, 0];
    const refresh = async (resolution: StoredResolution) => {
      if (resolution !== '1') return;
      running += 1;
      mostRunning = Math.max(mostRunning, running);
      await new Promise((resolve) => setTimeout(resolve, 150_000));
      running -= 1;
    };
    const instruments = [makeInstrument({ code: 'BTCUSD', hours: MARKET_HOURS.crypto })];
    const { reads, stop } = run(instruments, { refresh });
    await pass(14 * MINUTE_MS);
    stop();
    expect(mostRunning).toBe(1);
    expect(reads.filter(({ resolution }) => resolution === '1').length).toBe(5);
  });

  test('in a feed of many instruments, some followed elsewhere, minutes without subscribers are not read', async () => {
    const instruments = Array.from({ length: 20 }, (_, index) =>
      makeInstrument({ id: index, code: `C${index}`, hours: MARKET_HOURS.crypto }),
    );
    const { reads, stop } = run(instruments, {
      isSubscribed: (code) => code === 'C7',
      feedSize: 60,
    });
    await pass(15 * MINUTE_MS + 5_000);
    stop();
    const minutes = new Set(
      reads.filter(({ resolution }) => resolution === '1').map(({ code }) => code),
    );
    const quarters = new Set(
      reads.filter(({ resolution }) => resolution === '15').map(({ code }) => code),
    );
    expect([...minutes]).toEqual(['C7']);
    expect(quarters.size).toBe(20);
  });
});
