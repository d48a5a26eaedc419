import { HOUR_MS } from '@moneytrail/calendar';
import { EXCHANGES, type ExchangeName } from '@moneytrail/contract';
import type { Feed, FeedInstrument } from '@moneytrail/feeds';
import type { Db } from '../../db/index.ts';
import type { Catalogue } from './catalogue.ts';
import { defaultInstruments } from './default-set/default-instruments.ts';
import type { NewInstrument } from './instrument.ts';
import * as store from './store.ts';

export type SyncDeps = {
  db: Db;
  feeds: Record<ExchangeName, Pick<Feed, 'list' | 'isSimulated'>>;
  catalogue: Pick<Catalogue, 'reload'>;
  clock: { now: () => number };
};

export type SyncRun = {
  signal: AbortSignal;
  progress: (done: number, total: number | null) => void;
};

/** What became of one vendor's list. */
export type SyncOutcome =
  | { exchange: ExchangeName; listed: number; written: number; vanished: number }
  | { exchange: ExchangeName; error: Error };

const BATCH = 500;
/** A list that was stored less long ago is not read again, so that a run that is tried again goes on where it ended. */
const FRESH_MS = 12 * HOUR_MS;
/** What a symbol may be made of; a vendor's slip must not spoil the whole list. */
const CODE = /^[!-~]{1,64}$/;

function newInstrument(exchange: ExchangeName, { description, ...listed }: FeedInstrument) {
  const text = description.replaceAll('\0', '');
  return { exchange, ...listed, description: text } satisfies NewInstrument;
}

/** The default set of a vendor, as far as its list has it or does not cover that type of instrument. */
function defaultsOf(exchange: ExchangeName, listed: readonly NewInstrument[], nowMs: number) {
  const codes = new Set(listed.map(({ code }) => code));
  const types = new Set(listed.map(({ type }) => type));
  return defaultInstruments(nowMs).filter(
    (each) => each.exchange === exchange && (codes.has(each.code) || !types.has(each.type)),
  );
}

/** Stores one vendor's list, batch by batch. Ended anywhere, it leaves what the next run completes. */
async function syncExchange(
  { db, feeds, catalogue, clock }: SyncDeps,
  exchange: ExchangeName,
  isFirst: boolean,
  { signal, progress }: SyncRun,
): Promise<SyncOutcome> {
  const { isSimulated } = feeds[exchange];
  const listed = (await feeds[exchange].list(signal))
    .filter(({ code }) => CODE.test(code))
    .map((instrument) => newInstrument(exchange, instrument));
  if (isFirst && !isSimulated) {
    await store.insertInstruments(db, defaultsOf(exchange, listed, clock.now()));
    await catalogue.reload();
  }
  let written = 0;
  for (let start = 0; start < listed.length; start += BATCH) {
    signal.throwIfAborted();
    const batch = listed.slice(start, start + BATCH);
    written += await (isSimulated ? store.storeSimulated : store.storeListed)(db, batch);
    progress(Math.min(start + BATCH, listed.length), listed.length);
  }
  const types = [...new Set(listed.map(({ type }) => type))];
  const codes = listed.map(({ code }) => code);
  const vanished =
    isSimulated || types.length === 0
      ? 0
      : await store.markVanished(db, exchange, { codes, types }, clock.now());
  await store.noteSync(db, { exchange, isSimulated }, clock.now());
  return { exchange, listed: listed.length, written, vanished };
}

/**
 * Brings the catalogue to what the vendors list; one that fails does not hold the others up. New instruments are
 * disabled, except for the default set at a vendor's first list; what a vendor no longer lists is marked, never
 * deleted. A simulator's list adds what no vendor has listed and changes nothing else; it can be enabled only where that
 * simulator stands in. A list that is fresh is left out, unless `isForced`.
 */
export async function syncInstruments(
  deps: SyncDeps,
  run: SyncRun,
  { isForced = false } = {},
): Promise<SyncOutcome[]> {
  const syncedAtMs = await store.readSyncTimes(deps.db, deps.feeds);
  const due = EXCHANGES.filter((exchange) => {
    const ageMs = deps.clock.now() - (syncedAtMs.get(exchange) ?? Number.NEGATIVE_INFINITY);
    return isForced || ageMs >= FRESH_MS;
  });
  const outcomes: SyncOutcome[] = [];
  for (const exchange of due) {
    try {
      outcomes.push(await syncExchange(deps, exchange, !syncedAtMs.has(exchange), run));
    } catch (error) {
      run.signal.throwIfAborted();
      outcomes.push({ exchange, error: error instanceof Error ? error : new Error(String(error)) });
    }
  }
  await deps.catalogue.reload();
  return outcomes;
}
