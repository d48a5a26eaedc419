import { createHash } from 'node:crypto';
import { type Span, STORED_RESOLUTIONS } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { acceptBars } from '../backfill/accept-bars.ts';
import { askFeed, type ReaderDeps } from '../backfill/feed-reader.ts';
import type { BarService } from '../bar-service.ts';
import { chunkStartOf } from '../chunks/chunk-calendar.ts';
import { type BarColumns, concatColumns } from '../columns/bar-columns.ts';
import { type OpenComparison, updateCheck } from '../store/bar-checks.ts';
import { readHeads } from '../store/chunk-rows.ts';
import { coverageOf } from '../store/coverage.ts';
import { forgetHistory } from '../store/forget-history.ts';
import { readQuarantinedTimes } from '../store/quarantine.ts';
import { type SeriesKey, seriesKey } from '../store/series.ts';
import { readStoredBars } from '../stored-bars.ts';
import { compareBars, type Difference } from './compare-bars.ts';
import { spanOfDay } from './draw-days.ts';
import { splitFactor } from './split-factor.ts';

/** A vendor that differs is asked again after this time, */
const ASK_AGAIN_MS = 10 * 60_000;
/** and corrects nothing if it answers something else each of so many times. */
const MOST_TRIES = 3;
const MOST_LOGGED = 5;

/** What a comparison works with; `rescaled` is told of a share that was split. */
export type ComparisonDeps = ReaderDeps & Pick<BarService, 'rescaled'>;

function fingerprintOf({ length, ...columns }: BarColumns): string {
  const hash = createHash('sha256');
  for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
    hash.update(Float64Array.from(columns[name].subarray(0, length)));
  }
  return hash.digest('base64');
}

/** Which bars are final: those of a time that was answered for, as a forming bar is not, and that are not quarantined. */
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

/** Removes what is stored of a share that was split, which then is read again. */
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
 * Compares the stored bars of one day with what the vendor answers now. What differs by more than 0.01 % is
 * logged; when the vendor has repeated its answer ten minutes later the stored bars are corrected by it, after the usual
 * validation. Where all prices of a share differ by the factor of a split its stored history is emptied and read again.
 * Rejects with the feed's error.
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
