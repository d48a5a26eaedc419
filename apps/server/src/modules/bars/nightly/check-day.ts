import { createHash } from 'node:crypto';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkEndOf, chunkStartOf } from '../chunks/chunk-calendar.ts';
import { type BarColumns, concatColumns } from '../columns/bar-columns.ts';
import { acceptBars } from '../fill/accept-bars.ts';
import { askFeed, type ReaderDeps } from '../fill/feed-reader.ts';
import type { KnownSeries } from '../fill/known-series.ts';
import { type OpenCheck, updateCheck } from '../store/bar-checks.ts';
import { readHeads } from '../store/chunk-rows.ts';
import { intersection, isEmptySpan, type Span } from '../store/coverage.ts';
import { readHeldTimes } from '../store/held-bars.ts';
import type { SeriesKey } from '../store/series.ts';
import { readStoredBars } from '../stored-bars.ts';
import { compareBars, type Difference } from './compare-bars.ts';
import { spanOfDay } from './draw-days.ts';

export type CheckDeps = ReaderDeps & { known: Pick<KnownSeries, 'claim'> };

/** A vendor that differs is asked again after this time, */
const ASK_AGAIN_MS = 10 * 60_000;
/** and is not believed if it says something else each of so many times. */
const MOST_TRIES = 3;
const MOST_TOLD = 5;

function fingerprintOf({ length, ...columns }: BarColumns): string {
  const hash = createHash('sha256');
  for (const name of ['time', 'open', 'high', 'low', 'close', 'volume'] as const) {
    hash.update(Float64Array.from(columns[name].subarray(0, length)));
  }
  return hash.digest('base64');
}

/** Which bars are final: those of a time that was answered for, as a forming bar is not, and that are not held back. */
async function finalIn(
  { db }: CheckDeps,
  key: SeriesKey,
  span: Span,
): Promise<(timeMs: number) => boolean> {
  const { resolution } = key;
  const heads = await readHeads(db, key, chunkStartOf(resolution, span.fromMs), span.toMs);
  const covered = heads
    .map(({ startMs, coveredFromMs, coveredToMs }) =>
      intersection(
        { fromMs: coveredFromMs, toMs: coveredToMs },
        { fromMs: startMs, toMs: chunkEndOf(resolution, startMs) },
      ),
    )
    .filter((each) => !isEmptySpan(each));
  const held = new Set(await readHeldTimes(db, key, span));
  return (timeMs) =>
    !held.has(timeMs) && covered.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs < toMs);
}

async function storedIn({ db }: CheckDeps, key: SeriesKey, span: Span): Promise<BarColumns> {
  const pieces: BarColumns[] = [];
  const stored = await readStoredBars(db, { ...key, ...span });
  for await (const piece of stored.pieces) pieces.push(piece);
  return concatColumns(pieces);
}

function tell(
  { log }: CheckDeps,
  { ticker }: Instrument,
  { resolution, dayMs }: OpenCheck,
  differences: readonly Difference[],
): void {
  const day = new Date(dayMs).toISOString().slice(0, 10);
  const values = differences.slice(0, MOST_TOLD);
  const detail = { ticker, resolution, day, count: differences.length, values };
  log.warn(detail, 'stored bars differ from their vendor');
}

/**
 * Compares the stored bars of one day with what the vendor says of it now. What differs by more than 0.01 % is told;
 * when the vendor has repeated its answer ten minutes later the stored bars are corrected by it, through the door.
 * Rejects with the feed's error.
 */
export async function checkDay(
  deps: CheckDeps,
  instrument: Instrument,
  check: OpenCheck,
): Promise<void> {
  const { db, clock, known } = deps;
  const { resolution } = check;
  const key = { instrumentId: instrument.id, resolution };
  const span = spanOfDay(instrument.hours, resolution, check.dayMs);
  await known.claim(instrument, resolution);
  const columns = await askFeed(deps, instrument, resolution, span);
  const isFinal = await finalIn(deps, key, span);
  const differences = compareBars(await storedIn(deps, key, span), columns, isFinal);
  if (differences.length === 0) return await updateCheck(db, check, { outcome: 'same' });
  tell(deps, instrument, check, differences);
  const answer = fingerprintOf(columns);
  if (answer === check.answer) {
    await acceptBars(deps, { instrument, resolution, columns, coverage: null, trust: 'judged' });
    return await updateCheck(db, check, { outcome: 'corrected' });
  }
  const tries = check.tries + 1;
  const outcome = tries < MOST_TRIES ? 'open' : 'unclear';
  await updateCheck(db, check, { answer, tries, outcome, dueMs: clock.now() + ASK_AGAIN_MS });
}
