import type { StoredResolution } from '@moneytrail/calendar';
import { type Instrument, notePriceScale } from '../../catalogue/index.ts';
import type { BarDeps } from '../bar-deps.ts';
import { decimalsOf, SCALES } from '../chunks/decimal-scale.ts';
import { type BarColumns, timeAt } from '../columns/bar-columns.ts';
import { refuseBars } from '../door/refuse-bars.ts';
import type { Span } from '../store/coverage.ts';
import { type Trust, writeBars } from '../store/write-bars.ts';

/** Told of every change of stored bars. */
export type WrittenListener = (
  instrumentId: number,
  resolution: StoredResolution,
  fromMs: number,
  toMs: number,
) => void;

export type AcceptDeps = Pick<BarDeps, 'db' | 'clock' | 'log'> & { written: WrittenListener };

export type Delivery = {
  instrument: Instrument;
  resolution: StoredResolution;
  columns: BarColumns;
  coverage: Span | null;
  trust: Trust;
};

const DEFAULT_SCALE = 100;
const OBSERVED_BARS = 20;
const MIN_FINER_DECIMALS = 3;

async function observeScale({ db }: AcceptDeps, delivery: Delivery): Promise<void> {
  const { instrument, columns } = delivery;
  if (instrument.priceScale !== DEFAULT_SCALE || columns.length < OBSERVED_BARS) return;
  const newest = columns.close.subarray(columns.length - OBSERVED_BARS, columns.length);
  const decimals = decimalsOf([newest], OBSERVED_BARS)?.decimals ?? SCALES.length - 1;
  if (decimals < MIN_FINER_DECIMALS) return;
  await notePriceScale(db, instrument.id, SCALES[decimals] ?? DEFAULT_SCALE);
}

function report({ log }: AcceptDeps, delivery: Delivery, times: number[], message: string): void {
  if (times.length === 0) return;
  const { instrument, resolution } = delivery;
  const sample = times.slice(0, 5);
  log.warn({ ticker: instrument.ticker, resolution, count: times.length, sample }, message);
}

/** The door of the store: refuses impossible bars, keeps unlikely ones back, stores the rest and tells of the change. */
export async function acceptBars(deps: AcceptDeps, delivery: Delivery): Promise<void> {
  const { instrument, resolution } = delivery;
  const market = { hours: instrument.hours, resolution, nowMs: deps.clock.now() };
  const { accepted, refused } = refuseBars(delivery.columns, market);
  const { isChanged, quarantined } = await writeBars(deps.db, {
    key: { instrumentId: instrument.id, resolution },
    columns: accepted,
    coverage: delivery.coverage,
    trust: delivery.trust,
  });
  report(
    deps,
    delivery,
    refused.map(({ time }) => time),
    'impossible bars refused',
  );
  report(deps, delivery, quarantined, 'unlikely bars wait for a witness');
  if (!isChanged) return;
  await observeScale(deps, delivery);
  const from = accepted.length > 0 ? timeAt(accepted, 0) : (delivery.coverage?.fromMs ?? 0);
  const last = accepted.length > 0 ? timeAt(accepted, accepted.length - 1) : from;
  deps.written(instrument.id, resolution, from, Math.max(last + 1, delivery.coverage?.toMs ?? 0));
}
