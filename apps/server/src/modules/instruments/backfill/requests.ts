import {
  HOUR_MS,
  isTradingDay,
  MINUTE_MS,
  STORED_RESOLUTIONS,
  sessionOf,
  tradingDateOf,
} from '@moneytrail/calendar';
import { AppError, type BackfillStatus, type ExchangeName, IMPORTED } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { isoDate, isoMoment } from '../../../iso-time.ts';
import { backfillFrom, coveredEndName, readCoveredEnds } from '../../bars/index.ts';
import { type Instrument, lockInstruments, readEnabledNow } from '../../catalogue/index.ts';
import type { Author, InstrumentDeps } from '../deps.ts';
import {
  BACKFILL,
  cancelRun,
  isLost,
  isPutOff,
  type RunRow,
  readRuns,
  requestRun,
} from './store.ts';

type InstrumentName = { symbol: string; exchange: ExchangeName };
type BackfillRequest = InstrumentName & {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
};

async function lockEnabled(
  { feeds }: Pick<InstrumentDeps, 'feeds'>,
  transaction: Transaction<Database>,
  { symbol, exchange }: InstrumentName,
): Promise<Instrument> {
  const { isSimulated } = feeds[exchange];
  const [found] = await lockInstruments(transaction, { exchange, isSimulated }, [symbol]);
  if (!found?.instrument.isEnabled) {
    throw new AppError('NOT_FOUND', `${exchange}:${symbol} is not enabled`);
  }
  return found.instrument;
}

/** The requested dates of a contract, the last one not after today. */
function datesOf({ hours }: Instrument, request: BackfillRequest, nowMs: number) {
  const startDate = request.startDate ?? null;
  const asked = request.endDate ?? null;
  if (startDate === null && asked === null) return { startDate, endDate: null };
  if (request.exchange !== 'BVG') {
    throw new AppError('BAD_REQUEST', 'startDate: only contracts of the BVG have dates');
  }
  const today = new Date(tradingDateOf(hours, nowMs)).toISOString().slice(0, 10);
  const endDate = asked === null || asked > today ? today : asked;
  if (startDate !== null && startDate > endDate) {
    throw new AppError('BAD_REQUEST', `startDate: must not be after ${endDate}`);
  }
  return { startDate, endDate };
}

/** Instruments made from files have no vendor to read from. */
function refuseFiles(exchange: ExchangeName): void {
  if (exchange !== IMPORTED) return;
  throw new AppError('CONFLICT', 'Imported instruments have nothing to resync: import a file.');
}

/** Requests a backfill of an instrument's missing history; an open run is left unchanged. */
export async function startBackfill(
  deps: InstrumentDeps,
  request: BackfillRequest,
  author: Author,
): Promise<BackfillStatus> {
  refuseFiles(request.exchange);
  const instrument = await deps.db.transaction().execute(async (trx) => {
    const found = await lockEnabled(deps, trx, request);
    const nowMs = deps.clock.now();
    const dates = datesOf(found, request, nowMs);
    const { isSimulated } = deps.feeds[request.exchange];
    const key = { instrumentId: found.id, isSimulated };
    if (!(await requestRun(trx, key, { nowMs, ...dates }))) return found;
    await deps.jobs.enqueue(BACKFILL, {}, { trx });
    const after = { instrument: `${found.exchange}:${found.code}`, ...dates };
    await deps.audit.append(trx, { ...author, action: 'backfill.started', subjectId: null, after });
    return found;
  });
  return readStatus(deps, instrument);
}

/** Requests backfills of all enabled instruments of an exchange, with one audit entry. */
export async function startAllBackfills(
  deps: InstrumentDeps,
  { exchange }: { exchange: ExchangeName },
  author: Author,
): Promise<{ started: number; enabled: number }> {
  refuseFiles(exchange);
  const { isSimulated } = deps.feeds[exchange];
  const enabled = (await readEnabledNow(deps.db)).filter(
    ({ instrument }) => instrument.exchange === exchange,
  );
  const started = await deps.db.transaction().execute(async (trx) => {
    const wanted = { nowMs: deps.clock.now(), startDate: null, endDate: null };
    let count = 0;
    for (const { instrument } of enabled) {
      const key = { instrumentId: instrument.id, isSimulated };
      if (await requestRun(trx, key, wanted)) count++;
    }
    if (count === 0) return 0;
    await deps.jobs.enqueue(BACKFILL, {}, { trx });
    const after = { instrument: `${exchange}, all`, instruments: count };
    await deps.audit.append(trx, { ...author, action: 'backfill.started', subjectId: null, after });
    return count;
  });
  return { started, enabled: enabled.length };
}

/** Cancels an open run, whose worker stops within seconds. */
export async function cancelBackfill(
  deps: InstrumentDeps,
  request: InstrumentName,
  author: Author,
): Promise<BackfillStatus> {
  const instrument = await deps.db.transaction().execute(async (trx) => {
    const found = await lockEnabled(deps, trx, request);
    const { isSimulated } = deps.feeds[request.exchange];
    const key = { instrumentId: found.id, isSimulated };
    if (!(await cancelRun(trx, key, deps.clock.now()))) return found;
    const after = { instrument: `${found.exchange}:${found.code}` };
    const entry = { action: 'backfill.cancelled', subjectId: null, after };
    await deps.audit.append(trx, { ...author, ...entry });
    return found;
  });
  return readStatus(deps, instrument);
}

async function readStatus(deps: InstrumentDeps, instrument: Instrument): Promise<BackfillStatus> {
  const [status] = await readStatuses(deps, [instrument]);
  if (!status) throw new Error(`no status of ${instrument.ticker}`);
  return status;
}

/** A session may have no closed bars for this long after its opening. */
const OPENING_MS = 30 * MINUTE_MS;
const RECENT_MS = 6 * HOUR_MS;
const NO_SIGN_OF_LIFE = 'The run has shown no sign of life for ten minutes.';

/**
 * Whether bars of the current day of the exchange are stored. Days without trading and ended contracts count as synced.
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

/** Whether a run ended within six hours or on the same day of the exchange. */
function isRecent({ hours }: Pick<Instrument, 'hours'>, lastRunMs: number | null, nowMs: number) {
  if (lastRunMs === null) return false;
  return (
    nowMs - lastRunMs <= RECENT_MS ||
    tradingDateOf(hours, lastRunMs) === tradingDateOf(hours, nowMs)
  );
}

function stateOf(row: RunRow | undefined, nowMs: number): BackfillStatus['status'] {
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

type Known = {
  row: RunRow | undefined;
  coveredMs: number | null;
  nowMs: number;
  backfillDays: InstrumentDeps['backfillDays'];
};

function rangeOf(
  instrument: Instrument,
  { row, nowMs, backfillDays }: Known,
): BackfillStatus['range'] {
  const dates = { startDate: row?.start_date ?? null, endDate: row?.end_date ?? null };
  const wanted = { days: backfillDays, ...dates };
  return STORED_RESOLUTIONS.map((resolution) => ({
    resolution,
    from: isoDate(backfillFrom(instrument, resolution, wanted, nowMs)),
  }));
}

function presentStatus(instrument: Instrument, known: Known): BackfillStatus {
  const { row, coveredMs, nowMs } = known;
  const status = stateOf(row, nowMs);
  const isRunning = status === 'running';
  const isOpen = row?.state === 'waiting' || row?.state === 'running';
  const syncedMs = coveredMs === null ? null : Math.min(coveredMs, nowMs);
  return {
    symbol: instrument.code,
    exchange: instrument.exchange,
    status,
    isQueued: isOpen && status === 'idle',
    isCancellable: isOpen,
    runningSince: isRunning ? isoMoment(row?.running_since_ms) : null,
    lastRun: isoMoment(row?.last_run_ms),
    lastSynced: isoMoment(isRunning ? (row?.position_ms ?? syncedMs) : syncedMs),
    backfillEnd: isoMoment(row?.backfill_end_ms),
    isSyncedToday: isSyncedToday(instrument, coveredMs, nowMs),
    isRecentlyRun: isRecent(instrument, row?.last_run_ms ?? null, nowMs),
    ...progressOf(row, isRunning, nowMs),
    error: isOpen && status === 'failed' ? (row.error ?? NO_SIGN_OF_LIFE) : (row?.error ?? null),
    nextTryAt: row && isPutOff(row, nowMs) ? isoMoment(row.due_ms) : null,
    range: rangeOf(instrument, known),
  };
}

type StatusDeps = Pick<InstrumentDeps, 'db' | 'clock' | 'feeds' | 'backfillDays'>;

async function readStatuses(
  { db, clock, feeds, backfillDays }: StatusDeps,
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
    return presentStatus(instrument, { row, coveredMs, nowMs, backfillDays });
  });
}

export async function listStatuses(deps: StatusDeps): Promise<BackfillStatus[]> {
  const enabled = await readEnabledNow(deps.db);
  return readStatuses(
    deps,
    enabled.map(({ instrument }) => instrument),
  );
}
