import { MARKET_HOURS } from '@moneytrail/calendar';
import { expect, test } from 'vitest';
import { columnsOf } from '../columns/bar-columns.ts';
import { barsAt, marketTimes } from '../testing/make-bars.ts';
import { findGaps } from './find-gaps.ts';

const { xlon, 'us-stocks': stocks } = MARKET_HOURS;
const SPAN = { fromMs: Date.parse('2026-12-21'), toMs: Date.parse('2027-01-05') };

/** The gaps of a market's minutes or quarters over Christmas, less those of given dates or moments. */
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

test('a stretch within sessions is a gap there, alone or beside a whole day', () => {
  const hour = gapsWithout(xlon, '15', (iso) => iso.startsWith('2026-12-22T10'));
  expect(hour.map(({ barCount }) => barCount)).toEqual([4]);
  const outage = gapsWithout(xlon, '15', (iso) => iso >= '2026-12-24T12:00' && iso < '2026-12-28');
  expect(outage.map(({ barCount }) => barCount)).toEqual([18 + 34]);
});

test('where holidays are known, a whole session without a bar is a gap', () => {
  const gaps = gapsWithout(stocks, '15', (iso) => iso.startsWith('2026-12-23'));
  expect(gaps.map(({ barCount }) => barCount)).toEqual([26]);
});
