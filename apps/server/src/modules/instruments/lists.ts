import {
  AppError,
  type AvailableSymbol,
  type BvgInstrument,
  EXCHANGES,
  type ExchangeInstruments,
  type ExchangeName,
  isFreeInstrument,
} from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import { INSTRUMENTS_CHANGED } from '../../bus/index.ts';
import type { Database } from '../../db/index.ts';
import { readReachedLimits } from '../../outside/feeds/shared-admission.ts';
import {
  commodityOf,
  countAvailable,
  type EnabledInstrument,
  type Instrument,
  lockInstruments,
  readEnabledNow,
  readRevisions,
  readSyncTimes,
  setEnabled,
  takeRevision,
  toggledSince,
} from '../catalogue/index.ts';
import { BACKFILL, cancelRun, requestRun } from './backfill/store.ts';
import type { Author, InstrumentDeps } from './deps.ts';

/** Codes of one exchange; a code in both lists is refused. */
export type Toggles = {
  exchange: ExchangeName;
  codesToEnable: readonly string[];
  codesToDisable: readonly string[];
  /** The revision that the administrator saw. */
  revision?: number | undefined;
};

type Change = { id: number; code: string; isEnabled: boolean };

function assertKnown({ exchange }: Toggles, codes: readonly string[], found: EnabledInstrument[]) {
  const known = new Set(found.map(({ instrument }) => instrument.code));
  const unknown = codes.find((code) => !known.has(code));
  if (unknown !== undefined) {
    throw new AppError('NOT_FOUND', `${exchange} does not list ${unknown}`);
  }
}

/** Locks the instruments and answers the changes; an instrument that its vendor no longer lists can only be disabled. */
async function planChanges(
  { feeds }: Pick<InstrumentDeps, 'feeds'>,
  transaction: Transaction<Database>,
  toggles: Toggles,
): Promise<Change[]> {
  const { exchange } = toggles;
  const enable = new Set(toggles.codesToEnable);
  const disable = new Set(toggles.codesToDisable);
  const twice = [...enable].find((code) => disable.has(code));
  if (twice !== undefined) {
    throw new AppError('BAD_REQUEST', `codesToEnable: ${twice} is to be disabled as well`);
  }
  const free = [...disable].find((code) => isFreeInstrument({ exchange, code }));
  if (free !== undefined) {
    throw new AppError('CONFLICT', `${free} is free for everybody and stays enabled.`);
  }
  const codes = [...enable, ...disable];
  const list = { exchange, isSimulated: feeds[exchange].isSimulated };
  const found = await lockInstruments(transaction, list, codes);
  assertKnown(toggles, codes, found);
  return found.flatMap(({ instrument: { id, code, isEnabled }, isListed }) => {
    const isWanted = enable.has(code);
    if (isWanted === isEnabled) return [];
    if (isWanted && !isListed) {
      throw new AppError('NOT_FOUND', `${exchange} does not list ${code} any more`);
    }
    return { id, code, isEnabled: isWanted };
  });
}

/** Throws 409 `RECORD_CHANGED` if one of the instruments was toggled after the revision that the administrator saw. */
async function assertCurrent(
  trx: Transaction<Database>,
  { exchange, revision }: Toggles,
  changes: readonly Change[],
): Promise<void> {
  if (revision === undefined) return;
  const codes = changes.map(({ code }) => code);
  const [changed] = await toggledSince(trx, { exchange, codes, revision });
  if (changed === undefined) return;
  const text = `Somebody else has changed ${changed} in the meantime.`;
  throw new AppError('RECORD_CHANGED', text);
}

/**
 * Enables and disables instruments of one exchange, all or none; concurrent changes are serialized. The same transaction
 * requests backfills for enabled instruments, cancels the runs of disabled ones (their bars stay), and writes the audit
 * log.
 */
export async function toggleInstruments(
  deps: InstrumentDeps,
  toggles: Toggles,
  author: Author,
): Promise<ExchangeInstruments> {
  const { exchange } = toggles;
  const { isSimulated } = deps.feeds[exchange];
  const isChanged = await deps.db.transaction().execute(async (trx) => {
    const revision = await takeRevision(trx, exchange);
    const changes = await planChanges(deps, trx, toggles);
    await assertCurrent(trx, toggles, changes);
    const nowMs = deps.clock.now();
    for (const { id, isEnabled } of changes) {
      await setEnabled(trx, id, { isEnabled, revision });
      const key = { instrumentId: id, isSimulated };
      if (isEnabled) await requestRun(trx, key, { nowMs, startDate: null, endDate: null });
      else await cancelRun(trx, key, nowMs);
    }
    if (changes.some(({ isEnabled }) => isEnabled)) await deps.jobs.enqueue(BACKFILL, {}, { trx });
    for (const { code, isEnabled } of changes) {
      await deps.audit.append(trx, {
        ...author,
        action: isEnabled ? 'instrument.enabled' : 'instrument.disabled',
        subjectId: null,
        before: { instrument: `${exchange}:${code}`, isEnabled: !isEnabled },
        after: { instrument: `${exchange}:${code}`, isEnabled },
      });
    }
    return changes.length > 0;
  });
  if (isChanged) {
    await deps.catalogue.reload();
    deps.bus.publish(INSTRUMENTS_CHANGED, { exchange });
  }
  return readExchange(deps, exchange);
}

export function availableSymbolOf(instrument: Instrument): AvailableSymbol {
  const { code, description, type, listedExchange } = instrument;
  return { code, description, type, exchange: { ...listedExchange } };
}

/** Contracts with their commodity; other instruments are left out. */
export function bvgInstrumentsOf(instruments: readonly Instrument[]): BvgInstrument[] {
  return instruments.flatMap(({ code, description, type, startDate, endDate }) => {
    if (type !== 'futures' && type !== 'spread' && type !== 'split') return [];
    const commodity = commodityOf(code);
    return {
      contract: code,
      contractDisplay: description,
      startDate,
      endDate,
      commodity: commodity.code,
      commodityName: commodity.name,
      type,
    };
  });
}

function enabledOf({ instrument, isListed }: EnabledInstrument): ExchangeInstruments['enabled'][0] {
  const { startDate, endDate } = instrument;
  const { importAccess: access, hours } = instrument;
  const imported = access === null ? {} : { imported: { access, marketHours: hours.id } };
  return { ...availableSymbolOf(instrument), startDate, endDate, isListed, ...imported };
}

/** Every exchange with its currently stored enabled instruments. */
export async function listExchanges({
  db,
  feeds,
  feedStates,
}: Pick<InstrumentDeps, 'db' | 'feeds' | 'feedStates'>): Promise<ExchangeInstruments[]> {
  const enabled = await readEnabledNow(db);
  const available = await countAvailable(db, feeds);
  const syncedAtMs = await readSyncTimes(db, feeds);
  const revisions = await readRevisions(db);
  const offline = feedStates();
  const limits = await readReachedLimits(db);
  const limitOf = (exchange: ExchangeName) => {
    const reached = limits.get(exchange);
    if (!reached) return null;
    const { sinceMs, heldBackCalls } = reached;
    return { since: new Date(sinceMs).toISOString(), heldBackCalls };
  };
  const momentOf = (exchange: ExchangeName) => {
    const atMs = syncedAtMs.get(exchange);
    return atMs === undefined ? null : new Date(atMs).toISOString();
  };
  return EXCHANGES.map((exchange) => ({
    exchange,
    isOffline: offline[exchange],
    isSimulated: feeds[exchange].isSimulated,
    reachedLimit: limitOf(exchange),
    listSyncedAt: momentOf(exchange),
    availableCount: available.get(exchange) ?? 0,
    revision: revisions.get(exchange) ?? 0,
    enabled: enabled.filter((each) => each.instrument.exchange === exchange).map(enabledOf),
  }));
}

/** One exchange with its currently stored enabled instruments. */
export async function readExchange(
  deps: Parameters<typeof listExchanges>[0],
  exchange: ExchangeName,
): Promise<ExchangeInstruments> {
  const found = (await listExchanges(deps)).find((each) => each.exchange === exchange);
  if (!found) throw new Error(`no exchange ${exchange}`);
  return found;
}
