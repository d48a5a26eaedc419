import { DAY_MS, MINUTE_MS } from '@moneytrail/calendar';
import { FeedError } from '@moneytrail/feeds';
import type { Instrument } from '../../catalogue/index.ts';
import { type ReaderDeps, readSpan } from '../read-through.ts';
import { contractBounds } from '../series-bounds.ts';
import { readBegun } from '../store/series.ts';
import type { MaintenanceRound } from './repair-gaps.ts';

/** Long enough for two closes across the longest holidays. */
const FIRST_DAYS = 14;
/** Questions to the vendor per round; the rest comes in the next one. */
const MOST_READS = 30;

/**
 * Reads the newest days of enabled instruments that have none stored: lists of quotes ask no vendor, so an instrument
 * that nobody has opened would have no price. Repaired gaps keep the days up to date from then on. `begun` remembers the
 * instruments with days between rounds. A failure of the feed ends the round.
 */
export async function beginDays(
  deps: ReaderDeps,
  begun: Set<number>,
  { exchange, instruments, signal }: MaintenanceRound,
): Promise<void> {
  const unknown = instruments.filter((each) => each.exchange === exchange && !begun.has(each.id));
  for (const id of await readBegun(deps, unknown)) begun.add(id);
  const missing = unknown.filter(({ id }) => !begun.has(id));
  // Each minute begins elsewhere: one instrument that always fails must not end every round before the others.
  const first = Math.floor(deps.clock.now() / MINUTE_MS) % Math.max(1, missing.length);
  const inTurn = [...missing.slice(first), ...missing.slice(0, first)];
  for (const instrument of inTurn.slice(0, MOST_READS)) {
    signal.throwIfAborted();
    if (!(await readFirst(deps, instrument, signal))) return;
    begun.add(instrument.id);
  }
}

/** Failures that concern one instrument: it is left out until the next start. */
const OF_INSTRUMENT: ReadonlySet<FeedError['kind']> = new Set(['notFound', 'badRequest', 'plan']);

/** False if the feed fails. */
async function readFirst(
  deps: ReaderDeps,
  instrument: Instrument,
  signal: AbortSignal,
): Promise<boolean> {
  const bounds = contractBounds(instrument, '1D');
  const nextDayMs = (Math.floor(deps.clock.now() / DAY_MS) + 1) * DAY_MS;
  const toMs = Math.min(nextDayMs, bounds.toMs);
  const fromMs = Math.max(toMs - FIRST_DAYS * DAY_MS, bounds.fromMs);
  if (fromMs >= toMs) return true;
  try {
    await readSpan(deps, instrument, '1D', { fromMs, toMs }, { signal });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof FeedError)) throw error;
    if (!error.isHeldBack) {
      deps.log.warn({ err: error, ticker: instrument.ticker }, 'first days could not be read');
    }
    return OF_INSTRUMENT.has(error.kind);
  }
}
