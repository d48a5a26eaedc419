import { HOUR_MS, isTradingDay, MINUTE_MS, sessionOf, tradingDateOf } from '@moneytrail/calendar';
import type { BackfillStatus } from '@moneytrail/contract';
import { coveredEndName, readCoveredEnds } from '../../bars/index.ts';
import { type Instrument, readEnabledNow } from '../../catalogue/index.ts';
import type { InstrumentDeps } from '../deps.ts';
import { isLost, isPutOff, type RunRow, readRuns } from './store.ts';

/** A session that opened less long ago may have no closed bars yet. */
const OPENING_MS = 30 * MINUTE_MS;
const RECENT_MS = 6 * HOUR_MS;
const NO_SIGN_OF_LIFE = 'The run has shown no sign of life for ten minutes.';

/**
 * Whether the bars of the newest trading day are there. Days are those of the exchange; one without trading counts as
 * synced, and so does a contract whose life has ended.
 */
function isSyncedToday(
  { hours, endDate }: Pick<Instrument, 'hours' | 'endDate'>,
  syncedMs: number | null,
  nowMs: number,
): boolean {
  const todayMs = tradingDateOf(hours, nowMs);
  if (!isTradingDay(hours, todayMs)) return true;
  if (endDate !== null && todayMs > Date.parse(`${endDate}T00:00:00Z`)) return true;
  const { openMs } = sessionOf(hours, todayMs);
  if (nowMs < openMs + OPENING_MS) return true;
  return syncedMs !== null && syncedMs > openMs;
}

/** Whether a run ended within six hours, or on the same day of the exchange. */
function isRecent({ hours }: Pick<Instrument, 'hours'>, lastRunMs: number | null, nowMs: number) {
  if (lastRunMs === null) return false;
  return (
    nowMs - lastRunMs <= RECENT_MS ||
    tradingDateOf(hours, lastRunMs) === tradingDateOf(hours, nowMs)
  );
}

const momentOf = (ms: number | null | undefined) =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

function statusOf(row: RunRow | undefined, nowMs: number): BackfillStatus['status'] {
  if (!row) return 'NA';
  if (row.state === 'completed' || row.state === 'failed') return row.state;
  if (row.state === 'cancelled' || row.running_since_ms === null) return 'idle';
  if (isPutOff(row, nowMs)) return 'idle';
  return isLost(row, nowMs) ? 'failed' : 'running';
}

type Progress = Pick<
  BackfillStatus,
  'done' | 'total' | 'barsRead' | 'barsPerMinute' | 'secondsLeft'
>;

function progressOf(row: RunRow | undefined, isRunning: boolean, nowMs: number): Progress {
  const { done = 0, total = null, bars_read = 0, running_since_ms = null } = row ?? {};
  const elapsedMs = isRunning && running_since_ms !== null ? nowMs - running_since_ms : 0;
  const isKnown = elapsedMs > 0 && done > 0;
  return {
    done,
    total,
    barsRead: Number(bars_read),
    barsPerMinute: isKnown ? Math.round((Number(bars_read) * MINUTE_MS) / elapsedMs) : null,
    secondsLeft:
      isKnown && total !== null ? Math.round(((total - done) * elapsedMs) / done / 1_000) : null,
  };
}

type Known = { row: RunRow | undefined; coveredMs: number | null; nowMs: number };

function presentStatus(instrument: Instrument, { row, coveredMs, nowMs }: Known): BackfillStatus {
  const status = statusOf(row, nowMs);
  const isRunning = status === 'running';
  const isOpen = row?.state === 'waiting' || row?.state === 'running';
  const syncedMs = coveredMs === null ? null : Math.min(coveredMs, nowMs);
  return {
    symbol: instrument.code,
    exchange: instrument.exchange,
    status,
    isQueued: isOpen && status === 'idle',
    isCancellable: isOpen,
    runningSince: isRunning ? momentOf(row?.running_since_ms) : null,
    lastRun: momentOf(row?.last_run_ms),
    lastSynced: momentOf(isRunning ? (row?.position_ms ?? syncedMs) : syncedMs),
    backfillEnd: momentOf(row?.backfill_end_ms),
    isSyncedToday: isSyncedToday(instrument, coveredMs, nowMs),
    isRecentlyRun: isRecent(instrument, row?.last_run_ms ?? null, nowMs),
    ...progressOf(row, isRunning, nowMs),
    error: isOpen && status === 'failed' ? (row.error ?? NO_SIGN_OF_LIFE) : (row?.error ?? null),
    nextTryAt: row && isPutOff(row, nowMs) ? momentOf(row.due_ms) : null,
  };
}

/** How the history of each of some instruments is read. */
export async function readStatuses(
  { db, clock, feeds }: Pick<InstrumentDeps, 'db' | 'clock' | 'feeds'>,
  instruments: readonly Instrument[],
): Promise<BackfillStatus[]> {
  const ids = instruments.map(({ id }) => id);
  const runs = await readRuns(db, ids);
  const ends = await readCoveredEnds(db, ids);
  const nowMs = clock.now();
  return instruments.map((instrument) => {
    const { id, exchange } = instrument;
    const { isSimulated } = feeds[exchange];
    const row = runs.find((each) => each.instrument_id === id && each.is_simulated === isSimulated);
    const coveredMs = ends.get(coveredEndName({ id, isSimulated })) ?? null;
    return presentStatus(instrument, { row, coveredMs, nowMs });
  });
}

/** The same of every enabled instrument, by exchange and code. */
export async function listStatuses(
  deps: Pick<InstrumentDeps, 'db' | 'clock' | 'feeds'>,
): Promise<BackfillStatus[]> {
  const enabled = await readEnabledNow(deps.db);
  return readStatuses(
    deps,
    enabled.map(({ instrument }) => instrument),
  );
}
