import { createHash } from 'node:crypto';
import { type Span, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';
import { acceptBars } from '../accept-bars.ts';
import type { BarService } from '../bar-service.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import {
  type BarColumns,
  barAt,
  concatColumns,
  positionOf,
  timeAt,
} from '../columns/bar-columns.ts';
import { askFeed, type ReaderDeps } from '../read-through.ts';
import { spanOfDay } from '../series-bounds.ts';
import { type OpenComparison, updateCheck } from '../store/bar-checks.ts';
import { readHeads } from '../store/chunks.ts';
import { coverageOf } from '../store/coverage.ts';
import { forgetHistory } from '../store/forget-history.ts';
import { readQuarantinedTimes } from '../store/quarantine.ts';
import { type SeriesKey, seriesKey } from '../store/series.ts';
import { readStoredBars } from '../stored-bars.ts';

/** A vendor whose answer differs is asked again after this time. */
const ASK_AGAIN_MS = 10 * 60_000;
/** A vendor that has not repeated an answer in this many tries corrects nothing. */
const MOST_TRIES = 3;
const MOST_LOGGED = 5;

/** `rescaled` is called for a share that was split. */
export type ComparisonDeps = ReaderDeps & Pick<BarService, 'rescaled'>;

function fingerprintOf({ length, ...columns }: BarColumns): string {
  const hash = createHash('sha256');
  for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
    hash.update(Float64Array.from(columns[name].subarray(0, length)));
  }
  return hash.digest('base64');
}

/** A test of bar times: final bars were answered for after they closed and are not quarantined. */
async function finalIn(
  { db }: ReaderDeps,
  key: SeriesKey,
  span: Span,
): Promise<(timeMs: number) => boolean> {
  const { resolution } = key;
  const heads = await readHeads(db, key, chunkStartOf(resolution, span.fromMs), span.toMs);
  const covered = heads.map((head) => coverageOf(resolution, head));
  const quarantined = new Set(await readQuarantinedTimes(db, key, span));
  return (timeMs) =>
    !quarantined.has(timeMs) &&
    covered.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs < toMs);
}

async function storedIn({ db }: ReaderDeps, key: SeriesKey, span: Span): Promise<BarColumns> {
  const pieces: BarColumns[] = [];
  const stored = await readStoredBars(db, { ...key, ...span });
  for await (const piece of stored.pieces) pieces.push(piece);
  return concatColumns(pieces);
}

function logDifferences(
  { log }: ReaderDeps,
  { ticker }: Instrument,
  { resolution, dayMs }: OpenComparison,
  differences: readonly Difference[],
): void {
  const day = new Date(dayMs).toISOString().slice(0, 10);
  const values = differences.slice(0, MOST_LOGGED);
  const detail = { ticker, resolution, day, count: differences.length, values };
  log.warn(detail, 'stored bars differ from their vendor');
}

/** Empties the stored history of a share that was split, so that it is read again. */
async function readAnew(deps: ComparisonDeps, instrument: Instrument, factor: number) {
  const { ticker } = instrument;
  deps.log.warn({ ticker, factor }, 'a share was split: its whole history is read again');
  await forgetHistory(deps, instrument);
  for (const resolution of STORED_RESOLUTIONS) {
    deps.written(instrument.id, resolution, 0, deps.clock.now());
  }
  await deps.rescaled(instrument);
}

/**
 * Compares the stored bars of one day with the vendor's current answer. Differences above 0.01 % are logged; if the
 * vendor repeats its answer ten minutes later, it corrects the stored bars, after the usual validation. If all prices of
 * a share differ by the factor of a split, its stored history is emptied and read again. Rejects with the feed's error.
 */
export async function compareDay(
  deps: ComparisonDeps,
  instrument: Instrument,
  check: OpenComparison,
): Promise<void> {
  const { db, clock } = deps;
  const { resolution } = check;
  const key = seriesKey(deps, instrument, resolution);
  const span = spanOfDay(instrument.hours, resolution, check.dayMs);
  const columns = await askFeed(deps, instrument, resolution, span);
  const isFinal = await finalIn(deps, key, span);
  const stored = await storedIn(deps, key, span);
  const differences = compareBars(stored, columns, isFinal);
  if (differences.length === 0) return await updateCheck(db, check, { outcome: 'same' });
  logDifferences(deps, instrument, check, differences);
  const answer = fingerprintOf(columns);
  if (answer === check.answer) {
    const factor = instrument.type === 'stock' ? splitFactor(stored, columns) : null;
    const delivery = { instrument, resolution, columns, coverage: null };
    if (factor !== null) await readAnew(deps, instrument, factor);
    else await acceptBars(deps, { ...delivery, trust: 'filtered' });
    return await updateCheck(db, check, { outcome: 'corrected' });
  }
  const tries = check.tries + 1;
  const outcome = tries < MOST_TRIES ? 'open' : 'unclear';
  await updateCheck(db, check, { answer, tries, outcome, dueMs: clock.now() + ASK_AGAIN_MS });
}

/** A value that differs between the stored and the vendor's bar; null if that side has no bar or no volume. */
type Difference = {
  timeMs: number;
  of: 'open' | 'high' | 'low' | 'close' | 'volume' | 'bar';
  stored: number | null;
  vendor: number | null;
};

const COMPARED = ['open', 'high', 'low', 'close', 'volume'] as const;
/** Relative tolerance for prices and volumes that are rounded differently. */
const TOLERANCE = 0.0001;
/** Absolute tolerance: the floating-point residue of a subtraction. */
const LEAST = 1e-9;

function differ(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a !== b;
  const distance = Math.abs(a - b);
  return distance > LEAST && distance > TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

function differencesOf(stored: Bar, vendor: Bar): Difference[] {
  return COMPARED.filter((name) => differ(stored[name], vendor[name])).map((name) => ({
    timeMs: stored.time,
    of: name,
    stored: stored[name],
    vendor: vendor[name],
  }));
}

function barOf(columns: BarColumns, time: number): Bar | null {
  const at = positionOf(columns, time);
  return at < columns.length && columns.time[at] === time ? barAt(columns, at) : null;
}

/** Differences above 0.01 % between stored bars and the vendor's, ascending in time; only times that are final count. */
function compareBars(
  stored: BarColumns,
  vendor: BarColumns,
  isFinal: (timeMs: number) => boolean,
): Difference[] {
  const times = new Set<number>();
  for (let i = 0; i < stored.length; i++) times.add(timeAt(stored, i));
  for (let i = 0; i < vendor.length; i++) times.add(timeAt(vendor, i));
  return [...times]
    .filter(isFinal)
    .sort((a, b) => a - b)
    .flatMap((timeMs): Difference[] => {
      const [ours, theirs] = [barOf(stored, timeMs), barOf(vendor, timeMs)];
      if (ours && theirs) return differencesOf(ours, theirs);
      const closes = { stored: ours?.close ?? null, vendor: theirs?.close ?? null };
      return [{ timeMs, of: 'bar', ...closes }];
    });
}

const PRICES = ['open', 'high', 'low', 'close'] as const;
/** The smallest splits are five for four; adjustments for dividends are smaller. */
const SMALLEST_SPLIT = 1.2;
/** Tolerance for prices that are rounded again after a split. */
const MOST_UNEVEN = 1.01;

/** The common factor between the vendor's and the stored prices of the same times, if it is that of a split; else null. */
export function splitFactor(stored: BarColumns, vendor: BarColumns): number | null {
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (let i = 0; i < stored.length; i++) {
    const time = timeAt(stored, i);
    const at = positionOf(vendor, time);
    if (at >= vendor.length || vendor.time[at] !== time) continue;
    for (const name of PRICES) {
      const factor = (vendor[name][at] ?? Number.NaN) / (stored[name][i] ?? Number.NaN);
      if (!(factor > 0 && factor < Number.POSITIVE_INFINITY)) return null;
      least = Math.min(least, factor);
      most = Math.max(most, factor);
    }
  }
  if (most === 0 || most / least > MOST_UNEVEN) return null;
  const isFar = least >= SMALLEST_SPLIT || most <= 1 / SMALLEST_SPLIT;
  return isFar ? Math.sqrt(least * most) : null;
}
