import { setTimeout } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { backoffMs, FeedError, isHeldBack } from '@moneytrail/feeds';
import type { Db } from '../../../db/index.ts';
import type { Clock } from '../../../steady-clock.ts';
import { createHistoryReader, type HistoryPart, type HistoryWanted } from '../../bars/index.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { RunRow } from './store.ts';
import { beat, noteProgress, type RunChanges, releaseRun } from './store.ts';

export type TurnDeps = Parameters<typeof createHistoryReader>[0] & {
  db: Db;
  clock: Clock;
  random: () => number;
  log: { warn: (detail: object, message: string) => void };
  backfillDays: HistoryWanted['days'];
};

type Turn = { row: RunRow; instrument: Instrument; token: string };

/** Length of a turn, after which the next run is served. */
const TURN_MS = 5 * SECOND_MS;
const BEAT_MS = 3 * SECOND_MS;
/** The pause after each part, for readers, is twice the time it took, up to this. */
const LONGEST_PAUSE_MS = 150;
const RETRY = { firstMs: 15 * SECOND_MS, longestMs: 10 * MINUTE_MS };
const MOST_ATTEMPTS = 8;
/** Kinds of errors that a retry does not resolve. */
const PERMANENT: readonly string[] = ['auth', 'plan', 'notFound', 'badRequest'];

class LostRunError extends Error {}

const partName = ({ resolution, fromMs, toMs }: HistoryPart) => `${resolution}/${fromMs}/${toMs}`;

/** Parts that each run has read in this process; bars that the feed does not have are asked for only once per run. */
export type ReadParts = Map<string, Set<string>>;

const runName = ({ instrument_id, is_simulated, requested_at_ms }: RunRow) =>
  `${instrument_id}/${is_simulated}/${requested_at_ms}`;

type Progress = Required<Pick<RunChanges, 'done' | 'total' | 'bars_read' | 'position_ms'>>;

/** Reads parts until the end of the turn; answers the changes to store. */
async function readParts(
  deps: TurnDeps,
  { row, instrument, token }: Turn,
  known: ReadParts,
  signal: AbortSignal,
): Promise<RunChanges> {
  const { clock, db } = deps;
  const endsAtMs = clock.monotonicMs() + TURN_MS;
  const reader = createHistoryReader(deps, signal);
  const { start_date: startDate, end_date: endDate } = row;
  const wanted = { days: deps.backfillDays, startDate, endDate };
  const read = known.get(runName(row)) ?? new Set<string>();
  known.set(runName(row), read);
  const parts = (await reader.plan(instrument, wanted)).filter((part) => !read.has(partName(part)));
  const { bars_read, position_ms } = row;
  const progress: Progress = {
    done: row.done,
    total: row.done + parts.length,
    bars_read: Number(bars_read),
    position_ms,
  };
  const note = async () => {
    const isOurs = await noteProgress(db, token, { ...progress, heartbeat_at_ms: clock.now() });
    if (!isOurs) throw new LostRunError();
  };
  await note();
  for (const [index, part] of parts.entries()) {
    if (index > 0 && clock.monotonicMs() >= endsAtMs) return { ...progress, state: 'waiting' };
    signal.throwIfAborted();
    const startedAtMs = clock.monotonicMs();
    progress.bars_read += await reader.read(instrument, part);
    read.add(partName(part));
    progress.done++;
    progress.position_ms = part.fromMs;
    await note();
    const tookMs = clock.monotonicMs() - startedAtMs;
    await setTimeout(Math.min(2 * tookMs, LONGEST_PAUSE_MS), undefined, { signal });
  }
  await reader.readNewest(instrument, wanted);
  const nowMs = clock.now();
  const endMs =
    row.end_date === null ? nowMs : Math.min(nowMs, Date.parse(`${row.end_date}T23:59:59Z`));
  known.delete(runName(row));
  return { ...progress, state: 'completed', last_run_ms: nowMs, backfill_end_ms: endMs };
}

/** The state after a failure: waiting for a retry with jitter, or failed. */
function afterFailure(deps: TurnDeps, row: RunRow, error: unknown): RunChanges {
  const { clock } = deps;
  const message = error instanceof FeedError ? error.message : 'The bars could not be stored.';
  const attempts = row.attempts + 1;
  const isPermanent = error instanceof FeedError && PERMANENT.includes(error.kind);
  if (isPermanent || attempts >= MOST_ATTEMPTS) {
    return { state: 'failed', attempts, error: message, last_run_ms: clock.now() };
  }
  const askedMs = error instanceof FeedError ? (error.retryAfterMs ?? 0) : 0;
  const delayMs = Math.max(askedMs, backoffMs(deps, row.attempts, RETRY));
  return { state: 'waiting', attempts, error: message, due_ms: Math.round(clock.now() + delayMs) };
}

/** Sends heartbeats and calls `lost` when the run is no longer ours; the returned function stops it. */
function watchLease({ db, clock, log }: TurnDeps, token: string, lost: () => void): () => void {
  const timer = setInterval(() => {
    beat(db, token, clock.now())
      .then((isOurs) => {
        if (!isOurs) lost();
      })
      .catch((error) => log.warn({ err: error }, 'the heartbeat of a backfill was not stored'));
  }, BEAT_MS);
  return () => clearInterval(timer);
}

/**
 * Works on a run for one turn, after which it is waiting, completed or failed. Stops at once if the run was cancelled or
 * taken over; if the process stops, the run waits for another one.
 */
export async function serveTurn(
  deps: TurnDeps,
  turn: Turn,
  known: ReadParts,
  ends: AbortSignal,
): Promise<void> {
  const { db, clock, log } = deps;
  const { row, token, instrument } = turn;
  const lost = new AbortController();
  const unwatch = watchLease(deps, token, () => lost.abort(new LostRunError()));
  const signal = AbortSignal.any([ends, lost.signal]);
  const release = (changes: RunChanges) =>
    releaseRun(db, token, { ...changes, heartbeat_at_ms: clock.now() });
  try {
    const changes = await readParts(deps, turn, known, signal);
    await release({ attempts: 0, error: null, ...changes });
  } catch (error) {
    if (error instanceof LostRunError || lost.signal.aborted) return;
    if (ends.aborted) return await release({ state: 'waiting' });
    if (!isHeldBack(error)) {
      log.warn({ err: error, ticker: instrument.ticker }, 'a history could not be read');
    }
    await release(afterFailure(deps, row, error));
  } finally {
    unwatch();
  }
}
