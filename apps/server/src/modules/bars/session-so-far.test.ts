import { barTimeOf, MARKET_HOURS, MINUTE_MS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import { describe, expect, test } from 'vitest';
import { openTestDatabase, silentLog, USUAL_KINDS } from '../../db/testing/test-database.ts';
import { createCatalogue } from '../catalogue/index.ts';
import { columnsOf } from './columns/bar-columns.ts';
import { readNewestStored } from './newest-stored.ts';
import { sessionSoFar } from './session-so-far.ts';
import { createTestFeeds } from './testing/test-feeds.ts';
import { createWritableBars } from './testing/writable-bars.ts';

const at = (moment: string) => Date.parse(`${moment}Z`);
const bar = (time: number, price: number, volume: number | null = 2): Bar => ({
  time,
  open: price,
  high: price + 1,
  low: price - 1,
  close: price,
  volume,
});

/** Minutes of a span with rising prices. */
function minutesOf(from: string, to: string): Bar[] {
  const count = (at(to) - at(from)) / MINUTE_MS;
  return Array.from({ length: count }, (_, minute) =>
    bar(at(from) + minute * MINUTE_MS, 100 + minute),
  );
}

describe('a session so far', () => {
  const { 'us-stocks': stocks, forex } = MARKET_HOURS;

  test('begins with its open, without earlier trades', () => {
    const early = bar(at('2026-03-11T12:00:00'), 900);
    const bars = [early, ...minutesOf('2026-03-11T13:30:00', '2026-03-11T15:00:00')];
    const soFar = sessionSoFar(stocks, columnsOf(bars), at('2026-03-11T00:00:00'));
    expect(soFar).toMatchObject({
      dayMs: at('2026-03-11T00:00:00'),
      open: 100,
      high: 190,
      low: 99,
      volume: 180,
    });
    // Every third of 90 closes, up to the newest one.
    expect(soFar?.closes).toHaveLength(30);
    expect(soFar?.closes.at(-1)).toBe(189);
  });

  test('is unknown if its first minutes may be missing', () => {
    const columns = columnsOf(minutesOf('2026-03-11T14:00:00', '2026-03-11T15:00:00'));
    expect(sessionSoFar(stocks, columns, at('2026-03-11T13:31:00'))).toBeNull();
    expect(sessionSoFar(stocks, columns, at('2026-03-11T13:30:00'))).not.toBeNull();
    const early = columnsOf(minutesOf('2026-03-11T12:00:00', '2026-03-11T13:00:00'));
    expect(sessionSoFar(stocks, early, at('2026-03-11T00:00:00'))).toBeNull();
  });

  test('has no volume if the feed sends none', () => {
    const columns = columnsOf([bar(at('2026-03-11T13:30:00'), 7, null)]);
    expect(sessionSoFar(stocks, columns, 0)?.volume).toBeNull();
  });

  test.each(USUAL_KINDS)(
    'reaches over midnight into the chunk before where that is whole, on %s',
    async (kind) => {
      const { db, close } = await openTestDatabase(kind);
      const feeds = createTestFeeds();
      const nowMs = at('2026-03-11T03:00:00');
      const clock = { now: () => nowMs, monotonicMs: () => 0, observe: () => undefined };
      const catalogue = await createCatalogue({ db, clock, log: silentLog });
      await catalogue.seedDemo();
      const instrument = await catalogue.resolve('FMP:EURUSD');
      const bars = createWritableBars({ db, feeds, clock, log: silentLog });
      const openMs = at('2026-03-10T21:00:00');
      expect(barTimeOf(forex, '1D', openMs)).toBe(at('2026-03-11T00:00:00'));
      const write = (from: string, to: string) =>
        bars.write({
          instrument,
          resolution: '1',
          bars: minutesOf(from, to),
          isTrusted: true,
          coveredFromMs: at(from),
          coveredToMs: at(to),
        });
      let known: Awaited<ReturnType<typeof readNewestStored>> = new Map();
      const session = async () => {
        known = await readNewestStored({ db, feeds, log: silentLog }, [instrument], known);
        return known.get(instrument.id)?.minutes.session;
      };
      await write('2026-03-11T00:00:00', '2026-03-11T02:00:00');
      expect(await session()).toBeNull();
      await write('2026-03-10T20:00:00', '2026-03-11T00:00:00');
      expect(await session()).toMatchObject({
        dayMs: at('2026-03-11T00:00:00'),
        open: 160,
        high: 340,
        low: 99,
        volume: 600,
      });
      await close();
    },
  );
});
