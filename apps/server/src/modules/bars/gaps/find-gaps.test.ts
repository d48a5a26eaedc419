import { MARKET_HOURS } from '@moneytrail/calendar';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { columnsOf } from '../columns/bar-columns.ts';
import { barsAt, marketTimes } from '../testing/make-bars.ts';
import { findGaps } from './find-gaps.ts';

const DAY = 86_400_000;
const RESOLUTIONS = ['1', '15', '60', '1D'] as const;

/** Weeks with a change of clocks in New York, Easter with Safex closed, Thanksgiving, the end of a year. */
const WEEKS = ['2024-03-07', '2024-03-28', '2024-10-31', '2024-11-26', '2023-12-22'];

test.each(WEEKS)('C61: a week from %s with every bar of its sessions has no gap', (week) => {
  const span = { fromMs: Date.parse(week), toMs: Date.parse(week) + 8 * DAY };
  for (const hours of Object.values(MARKET_HOURS)) {
    for (const resolution of RESOLUTIONS) {
      const times = marketTimes(hours, resolution, span.fromMs, span.toMs);
      expect(findGaps({ hours, resolution }, columnsOf(barsAt(times)), span)).toEqual([]);
    }
  }
});

/** Markets whose sessions are all known. */
const KNOWN = Object.values(MARKET_HOURS).filter(({ holidays }) => holidays !== 'unknown');

test('C61: exactly the gaps of two or more missing bars are found', () => {
  const cut = fc.record({
    hours: fc.constantFrom(...KNOWN),
    resolution: fc.constantFrom('15' as const, '60' as const, '1D' as const),
    week: fc.constantFrom(...WEEKS),
    missing: fc.array(fc.boolean(), { minLength: 400, maxLength: 400 }),
  });
  fc.assert(
    fc.property(cut, ({ hours, resolution, week, missing }) => {
      const days = resolution === '1D' ? 60 : 8;
      const span = { fromMs: Date.parse(week), toMs: Date.parse(week) + days * DAY };
      const times = marketTimes(hours, resolution, span.fromMs, span.toMs);
      const isMissing = (index: number) => missing[index % missing.length] === true;
      const kept = times.filter((_, index) => !isMissing(index));
      const runs: number[] = [];
      let run = 0;
      for (let index = 0; index <= times.length; index++) {
        if (index < times.length && isMissing(index)) run++;
        else {
          if (run >= 2) runs.push(run);
          run = 0;
        }
      }
      const gaps = findGaps({ hours, resolution }, columnsOf(barsAt(kept)), span);
      expect(gaps.map(({ barCount }) => barCount)).toEqual(runs);
    }),
  );
});

describe('a market without known holidays', () => {
  const { xlon, 'us-stocks': stocks } = MARKET_HOURS;
  const SPAN = { fromMs: Date.parse('2026-12-21'), toMs: Date.parse('2027-01-05') };

  /** The gaps of a market's bars over Christmas, without the bars of some dates or times. */
  function gapsWithout(
    hours: typeof xlon,
    resolution: '1' | '15' | '1D',
    isMissing: (iso: string) => boolean,
  ) {
    const times = marketTimes(hours, resolution, SPAN.fromMs, SPAN.toMs);
    const kept = times.filter((time) => !isMissing(new Date(time).toISOString()));
    return findGaps({ hours, resolution }, columnsOf(barsAt(kept)), SPAN);
  }

  const onHolidays = (iso: string) => /^(2026-12-25|2026-12-28|2027-01-01)/.test(iso);

  test.each(['1', '15', '1D'] as const)(
    'holidays that the calendar does not know make no gaps in bars of %s',
    (resolution) => {
      expect(gapsWithout(xlon, resolution, onHolidays)).toEqual([]);
    },
  );

  test('a span within sessions is a gap there, alone or next to a whole day', () => {
    const hour = gapsWithout(xlon, '15', (iso) => iso.startsWith('2026-12-22T10'));
    expect(hour.map(({ barCount }) => barCount)).toEqual([4]);
    const outage = gapsWithout(
      xlon,
      '15',
      (iso) => iso >= '2026-12-24T12:00' && iso < '2026-12-28',
    );
    expect(outage.map(({ barCount }) => barCount)).toEqual([18 + 34]);
  });

  test('with known holidays a whole session without a bar is a gap', () => {
    const gaps = gapsWithout(stocks, '15', (iso) => iso.startsWith('2026-12-23'));
    expect(gaps.map(({ barCount }) => barCount)).toEqual([26]);
  });
});
