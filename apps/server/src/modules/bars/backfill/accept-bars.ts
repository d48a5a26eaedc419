import type { Span, StoredResolution } from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import type { Clock } from '../../../steady-clock.ts';
import { type Instrument, notePriceScale } from '../../catalogue/index.ts';
import { decimalsOf, SCALES } from '../chunks/decimals.ts';
import { type BarColumns, timeAt } from '../columns/bar-columns.ts';
import { type FeedKinds, type SeriesKey, seriesKey } from '../store/series.ts';
import { type Trust, type WriteFence, type WrittenChunk, writeBars } from '../store/write-bars.ts';
import { validateBars } from '../validation/validate-bars.ts';
import { fromStore } from './read-failures.ts';

/** Told of every change of stored bars. */
export type WrittenListener = (
  instrumentId: number,
  resolution: StoredResolution,
  fromMs: number,
  toMs: number,
) => void;

export type AcceptDeps = {
  db: Db;
  feeds: FeedKinds;
  clock: Clock;
  log: { warn: (detail: object, message: string) => void };
  written: WrittenListener;
  /** Takes what was stored, where it is read next. */
  keep?: (key: SeriesKey, chunks: readonly WrittenChunk[]) => void;
};

export type Delivery = {
  instrument: Instrument;
  resolution: StoredResolution;
  columns: BarColumns;
  coverage: Span | null;
  trust: Trust;
  fence?: WriteFence | undefined;
};

const DEFAULT_SCALE = 100;
const OBSERVED_BARS = 20;
const MIN_FINER_DECIMALS = 3;

/** Notes finer decimals than the usual two of an instrument where its newest closes have them. */
export async function observeScale(
  { db }: Pick<AcceptDeps, 'db'>,
  { instrument, columns }: Pick<Delivery, 'instrument' | 'columns'>,
): Promise<void> {
  if (instrument.priceScale !== DEFAULT_SCALE || columns.length < OBSERVED_BARS) return;
  const newest = columns.close.subarray(columns.length - OBSERVED_BARS, columns.length);
  const decimals = decimalsOf(newest) ?? SCALES.length - 1;
  if (decimals < MIN_FINER_DECIMALS) return;
  await fromStore(notePriceScale(db, instrument.id, SCALES[decimals] ?? DEFAULT_SCALE));
}

function report({ log }: AcceptDeps, delivery: Delivery, times: number[], message: string): void {
  if (times.length === 0) return;
  const { instrument, resolution } = delivery;
  const sample = times.slice(0, 5);
  log.warn({ ticker: instrument.ticker, resolution, count: times.length, sample }, message);
}

/** Validates bars, quarantines outliers, stores the rest and tells of the change. */
export async function acceptBars(deps: AcceptDeps, delivery: Delivery): Promise<void> {
  const { instrument, resolution } = delivery;
  const market = { hours: instrument.hours, resolution, nowMs: deps.clock.now() };
  const { valid: accepted, invalid } = validateBars(delivery.columns, market);
  const key = seriesKey(deps, instrument, resolution);
  const { isChanged, quarantined, chunks } = await fromStore(
    writeBars(deps.db, {
      key,
      columns: accepted,
      coverage: delivery.coverage,
      trust: delivery.trust,
      fence: delivery.fence,
    }),
  );
  deps.keep?.(key, chunks);
  report(
    deps,
    delivery,
    invalid.map(({ time }) => time),
    'invalid bars refused',
  );
  report(deps, delivery, quarantined, 'outliers quarantined');
  if (!isChanged) return;
  await observeScale(deps, delivery);
  const from = accepted.length > 0 ? timeAt(accepted, 0) : (delivery.coverage?.fromMs ?? 0);
  const last = accepted.length > 0 ? timeAt(accepted, accepted.length - 1) : from;
  deps.written(instrument.id, resolution, from, Math.max(last + 1, delivery.coverage?.toMs ?? 0));
}
