import {
  AppError,
  type ExchangeInstruments,
  type ExchangeName,
  isFreeInstrument,
} from '@moneytrail/contract';
import type { Transaction } from 'kysely';
import { INSTRUMENTS_CHANGED } from '../../../bus/index.ts';
import type { Database } from '../../../db/index.ts';
import { type EnabledInstrument, lockInstruments, setEnabled } from '../../catalogue/index.ts';
import type { Author } from '../author.ts';
import { BACKFILL } from '../backfill/kind.ts';
import { cancelRun, requestRun } from '../backfill/store.ts';
import type { InstrumentDeps } from '../deps.ts';
import { readExchange } from './present.ts';

/** Codes of one exchange; one that stands in both lists is refused. */
export type Toggles = {
  exchange: ExchangeName;
  codesToEnable: readonly string[];
  codesToDisable: readonly string[];
};

type Change = { id: number; code: string; isEnabled: boolean };

function assertKnown({ exchange }: Toggles, codes: readonly string[], found: EnabledInstrument[]) {
  const known = new Set(found.map(({ instrument }) => instrument.code));
  const unknown = codes.find((code) => !known.has(code));
  if (unknown !== undefined) {
    throw new AppError('NOT_FOUND', `${exchange} does not list ${unknown}`);
  }
}

/** Locks what is meant and answers what changes by it; an instrument that its vendor no longer lists can only be disabled. */
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

/**
 * Enables and disables instruments of one exchange, all or none. Changes of the same instrument follow one another, and
 * the last one stays. In the same transaction a backfill is asked for where one was enabled, the run of one that was
 * disabled is cancelled (its bars stay), and each change is recorded.
 */
export async function toggleInstruments(
  deps: InstrumentDeps,
  toggles: Toggles,
  author: Author,
): Promise<ExchangeInstruments> {
  const { exchange } = toggles;
  const { isSimulated } = deps.feeds[exchange];
  const isChanged = await deps.db.transaction().execute(async (trx) => {
    const changes = await planChanges(deps, trx, toggles);
    const nowMs = deps.clock.now();
    for (const { id, isEnabled } of changes) {
      await setEnabled(trx, id, isEnabled);
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
