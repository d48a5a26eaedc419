import {
  barOpensAtMs,
  isBarClosed,
  isMarketOpen,
  MARKET_HOURS,
  STORED_RESOLUTIONS,
} from '@moneytrail/calendar';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextReconciliationMs, reconciliationSinceMs } from './reconciler.ts';

const SETTLE_MS = 3_000;
const moment = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') });
const market = fc.record({
  hours: fc.constantFrom(...Object.values(MARKET_HOURS)),
  resolution: fc.constantFrom(...STORED_RESOLUTIONS),
  afterMs: moment,
});

test('the next reading comes later, right after a bar has closed', () => {
  fc.assert(
    fc.property(market, ({ hours, resolution, afterMs }) => {
      const dueMs = nextReconciliationMs(hours, resolution, afterMs, SETTLE_MS);
      expect(dueMs).toBeGreaterThan(afterMs);
      expect(isMarketOpen(hours, dueMs - SETTLE_MS - 1)).toBe(true);
    }),
  );
});

test('no bar closes between two readings that follow one another', () => {
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

test('what is read again begins before the bar that closed, with one that closed earlier', () => {
  fc.assert(
    fc.property(market, ({ hours, resolution, afterMs }) => {
      const closedAtMs = nextReconciliationMs(hours, resolution, afterMs, SETTLE_MS) - SETTLE_MS;
      const sinceMs = reconciliationSinceMs(hours, resolution, closedAtMs);
      expect(isBarClosed(hours, resolution, sinceMs, closedAtMs - 1)).toBe(true);
      expect(barOpensAtMs(hours, resolution, sinceMs)).toBeLessThan(closedAtMs);
    }),
  );
});
