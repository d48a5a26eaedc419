import { HOUR_MS } from '@moneytrail/calendar';
import { type ExchangeName, FEED_EXCHANGES } from '@moneytrail/contract';
import type { Feed, FeedInstrument } from '@moneytrail/feeds';
import * as z from 'zod';
import type { Db } from '../../db/index.ts';
import { defineJob, type Job } from '../../jobs/index.ts';
import type { Catalogue } from './catalogue.ts';
import { defaultInstruments } from './default-instruments.ts';
import type { NewInstrument } from './instrument.ts';
import * as store from './store.ts';

type SyncDeps = {
  db: Db;
  feeds: Record<ExchangeName, Pick<Feed, 'list' | 'isSimulated'>>;
  catalogue: Pick<Catalogue, 'reload'>;
  clock: { now: () => number };
};

export type SyncRun = {
  signal: AbortSignal;
  progress: (done: number, total: number | null) => void;
};

export type SyncOutcome =
  | { exchange: ExchangeName; listed: number; written: number; vanished: number }
  | { exchange: ExchangeName; error: Error };

const BATCH = 500;
/** A list this fresh is not read again, so that a retry continues where the last run ended. */
const FRESH_MS = 12 * HOUR_MS;
/** Valid codes; one invalid code of a vendor must not fail the whole list. */
const CODE = /^[!-~]{1,64}$/;

function newInstrument(exchange: ExchangeName, { description, ...listed }: FeedInstrument) {
  const text = description.replaceAll('\0', '');
  return { exchange, ...listed, description: text } satisfies NewInstrument;
}

/** The default instruments of a vendor that its list has, or whose type its list does not cover. */
function defaultsOf(exchange: ExchangeName, listed: readonly NewInstrument[], nowMs: number) {
  const codes = new Set(listed.map(({ code }) => code));
  const types = new Set(listed.map(({ type }) => type));
  return defaultInstruments(nowMs).filter(
    (each) => each.exchange === exchange && (codes.has(each.code) || !types.has(each.type)),
  );
}

/** Stores one vendor's list in batches; the next run completes an interrupted one. */
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
 * Updates the catalogue from the vendors' lists; a failure at one does not affect the others. New instruments are
 * disabled, except for the default set in a vendor's first list; instruments no longer listed are marked, never deleted.
 * A simulator's list only adds instruments that no vendor has listed, usable only with that simulator. Fresh lists are
 * skipped, unless `isForced`.
 */
export async function syncInstruments(
  deps: SyncDeps,
  run: SyncRun,
  { isForced = false } = {},
): Promise<SyncOutcome[]> {
  const syncedAtMs = await store.readSyncTimes(deps.db, deps.feeds);
  const due = FEED_EXCHANGES.filter((exchange) => {
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

/** The job that reads the vendors' lists of instruments into the catalogue. */
export const SYNC_INSTRUMENTS = { name: 'catalogue.sync-instruments', payload: z.object({}) };

/** Daily before the markets of Europe open; retries read the lists that failed. */
export function catalogueJobs(deps: SyncDeps): Job[] {
  return [
    defineJob({
      ...SYNC_INSTRUMENTS,
      schedule: '20 3 * * *',
      singleton: true,
      retry: { limit: 8, delaySeconds: 60 },
      handler: async (_payload, run) => {
        const outcomes = await syncInstruments(deps, run);
        const failed = outcomes.flatMap((each) => ('error' in each ? [each.error] : []));
        if (failed.length > 0) {
          throw new Error(failed.map(({ message }) => message).join('; '), { cause: failed[0] });
        }
      },
    }),
  ];
}
