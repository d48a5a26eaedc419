import { DAY_MS, nextBarTime, tradingDayUntil } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';
import { acceptBars } from '../backfill/accept-bars.ts';
import { askFeed, type ReaderDeps } from '../backfill/feed-reader.ts';
import { type BarColumns, barAt, positionOf, sliceColumns } from '../columns/bar-columns.ts';
import type { QuarantinedBar } from '../store/quarantine.ts';

/** What became of a bar that was read again. */
export type Refetched = 'repeated' | 'changed' | 'withdrawn';

const DAYS_AROUND = 7;
/** A slip of the decimal point is a factor of ten; no market that has stayed one has trebled and come back. */
const LARGEST_FACTOR = 3;

function isSame(a: Bar, b: Bar): boolean {
  return a.open === b.open && a.high === b.high && a.low === b.low && a.close === b.close;
}

/** The bars of an answer before and after one. */
function neighboursOf(columns: BarColumns, time: number): Bar[] {
  const at = positionOf(columns, time);
  return [at - 1, at + 1]
    .filter((index) => index >= 0 && index < columns.length)
    .map((index) => barAt(columns, index));
}

/** Whether a day may be accepted from its vendor alone: within a factor of three of the closes beside it. */
function isPlausible(bar: Bar, neighbours: readonly Bar[]): boolean {
  const closes = neighbours.map(({ close }) => close);
  if (closes.length === 0 || Math.min(bar.low, ...closes) <= 0) return false;
  return (
    bar.high <= LARGEST_FACTOR * Math.max(...closes) &&
    bar.low >= Math.min(...closes) / LARGEST_FACTOR
  );
}

/**
 * Reads a quarantined bar from its vendor again. What the vendor has changed is validated like any bar. `isOfficial`
 * tells whether a repeated bar may be accepted for that alone: a day's bar, which is a record made after the session,
 * where its size is plausible; a bar within a day is only what came over the wire, misprints included.
 */
export async function refetch(
  deps: ReaderDeps,
  instrument: Instrument,
  { key, bar }: QuarantinedBar,
): Promise<{ outcome: Refetched; isOfficial: boolean }> {
  const { resolution } = key;
  const { hours } = instrument;
  const isDay = resolution === '1D';
  const nextTime = nextBarTime(hours, resolution, bar.time);
  const span = isDay
    ? {
        fromMs: tradingDayUntil(hours, bar.time - DAYS_AROUND * DAY_MS),
        toMs: bar.time + DAYS_AROUND * DAY_MS,
      }
    : { fromMs: bar.time, toMs: nextTime };
  const columns = await askFeed(deps, instrument, resolution, span);
  const at = positionOf(columns, bar.time);
  const again = at < columns.length ? barAt(columns, at) : null;
  if (again?.time !== bar.time) return { outcome: 'withdrawn', isOfficial: false };
  if (!isSame(again, bar)) {
    const changed = sliceColumns(columns, at, at + 1);
    const delivery = { instrument, resolution, columns: changed, coverage: null };
    await acceptBars(deps, { ...delivery, trust: 'filtered' });
    return { outcome: 'changed', isOfficial: false };
  }
  const isOfficial = isDay && isPlausible(bar, neighboursOf(columns, bar.time));
  return { outcome: 'repeated', isOfficial };
}
