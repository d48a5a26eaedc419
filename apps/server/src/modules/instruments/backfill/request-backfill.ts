import { tradingDateOf } from '@moneytrail/calendar';
import { AppError, type BackfillStatus, type ExchangeName } from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../db/index.ts';
import { type Instrument, lockInstruments } from '../../catalogue/index.ts';
import type { Author } from '../author.ts';
import type { InstrumentDeps } from '../deps.ts';
import { readStatuses } from './backfill-status.ts';
import { BACKFILL } from './kind.ts';
import { cancelRun, requestRun } from './store.ts';

export type InstrumentName = { symbol: string; exchange: ExchangeName };
export type BackfillRequest = InstrumentName & {
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
};

/** The enabled instrument of a name, its row locked. */
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

/** The dates of a contract that are read: as asked for, the last one not after today. */
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

/** Reads what is missing of an instrument's history as soon as it has its turn; a run that goes on is left alone. */
export async function startBackfill(
  deps: InstrumentDeps,
  request: BackfillRequest,
  author: Author,
): Promise<BackfillStatus> {
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
  return statusOf(deps, instrument);
}

/** Ends a run that waits or goes on within seconds; without one nothing changes. */
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
  return statusOf(deps, instrument);
}

async function statusOf(deps: InstrumentDeps, instrument: Instrument): Promise<BackfillStatus> {
  const [status] = await readStatuses(deps, [instrument]);
  if (!status) throw new Error(`no status of ${instrument.ticker}`);
  return status;
}
