import { LRUCache } from 'lru-cache';
import { within } from '../../../deadline.ts';
import type { EncodedAnswer } from '../../../http/encoded-answer.ts';
import { QueueFullError } from '../../../semaphore.ts';
import { createSingleFlight } from '../../../single-flight.ts';
import { StorageError, unavailable } from '../backfill/read-failures.ts';
import type { BarService } from '../bar-service.ts';
import type { HistoryRequest } from '../history/history-page.ts';
import { seriesName } from '../store/series.ts';
import {
  type AnswerEntry,
  type AnswerEntryDeps,
  buildEntry,
  checkVersions,
  isFresh,
  outdate,
} from './answer-entry.ts';
import { PATIENCE, type Patience } from './patience.ts';

type Caller = {
  readonly signal?: AbortSignal;
  /** How long the caller has waited before, ms: it is a part of the three seconds. */
  waitedMs?: number;
  /** Charges the caller with an answer that has to be built; rejects where he has his share. */
  charge?: <T>(build: () => Promise<T>) => Promise<T>;
};

/** Ready answers by request: built once, however many ask. */
export type AnswerCache = {
  /**
   * The answer of a request, within three seconds whatever the feed and the database do: as it is, with what is stored
   * and a warning, or as it was known last. Throws an `AppError` where there is neither, and the reason of an aborted
   * signal. Who asks is looked at only where an answer has to be built.
   */
  get: (request: HistoryRequest, caller?: () => Caller) => EncodedAnswer | Promise<EncodedAnswer>;
  figures: AnswerFigures;
};

/** Answers that were at hand and that had to be built since the start, those being built now, and bytes held. */
export type AnswerFigures = () => { hits: number; misses: number; building: number; bytes: number };

export type AnswerCacheDeps = AnswerEntryDeps & {
  bars: Pick<BarService, 'onWritten'>;
  /** The product's own where nothing is given. */
  patience?: Patience;
};

const MAX_BYTES = 32 * 1_024 * 1_024;
/** Answers that are being built at once, waiting for the feed included; more are refused. */
const MOST_BUILDING = 300;
/** Another process may have repaired old bars: no answer is given whose versions were looked at longer ago. */
const CLOSED_AGE_MS = 10_000;

const nameOf = ({ instrument, resolution, fromMs, toMs, limit, countBack }: HistoryRequest) =>
  `${instrument.id}/${resolution}/${fromMs}/${toMs}/${limit}/${countBack}`;

/** The answer at hand, unless the database says soon that it is another by now. */
async function afterCheck(
  { patience = PATIENCE, ...deps }: AnswerCacheDeps,
  entry: AnswerEntry,
  check: Promise<void>,
  otherwise: () => Promise<EncodedAnswer>,
): Promise<EncodedAnswer> {
  await within(check, patience.checkMs).catch(() => undefined);
  return isFresh(deps, entry) ? entry.answer : otherwise();
}

/** A cache of 32 MB of ready answers. */
export function createAnswerCache(deps: AnswerCacheDeps): AnswerCache {
  const { clock, log, patience = PATIENCE } = deps;
  const entries = new LRUCache<string, AnswerEntry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }) => answer.room,
  });
  const building = createSingleFlight();

  const counts = { hits: 0, misses: 0 };
  let writes = 0;
  deps.bars.onWritten((instrumentId, resolution, fromMs, toMs) => {
    writes++;
    const series = seriesName({ instrumentId, resolution });
    for (const entry of entries.values()) {
      const isTouched = entry.series === series && fromMs < entry.toMs && toMs > entry.fromMs;
      // What it was stays good for those who could not be answered otherwise.
      if (isTouched) outdate(entry);
    }
  });

  async function rebuild(name: string, request: HistoryRequest, { signal, charge }: Caller) {
    signal?.throwIfAborted();
    const work = async (ends: AbortSignal) => {
      const writesBefore = writes;
      const entry = await buildEntry(deps, request, { feedMs: patience.feedMs, signal: ends });
      // Bars stored meanwhile may have missed it: such an answer serves those who wait for it and no others.
      const isWhole = entry.stored === null || writes === writesBefore;
      if (!isWhole) outdate(entry);
      entries.set(name, entry);
      return entry;
    };
    const join = () => building.run(name, work, { signal });
    if (building.has(name)) return join();
    if (building.size() >= MOST_BUILDING) {
      throw new QueueFullError('too many reads of bars wait already');
    }
    return charge ? charge(join) : join();
  }

  /** A new answer in time, or the one that was known last with a warning. */
  async function renew(
    name: string,
    request: HistoryRequest,
    caller: Caller,
  ): Promise<EncodedAnswer> {
    const { instrument, resolution } = request;
    const leftMs = Math.max(0, patience.answerMs - (caller.waitedMs ?? 0));
    try {
      const rebuilt = rebuild(name, request, caller);
      const { answer } = await within(rebuilt, leftMs, () => {
        throw new StorageError('no answer in time');
      });
      return answer;
    } catch (error) {
      caller.signal?.throwIfAborted();
      const told = unavailable(instrument, resolution, error);
      const entry = entries.get(name);
      if (!entry || told.code === 'BAD_REQUEST') throw told;
      log.warn(
        { err: error, ticker: instrument.ticker, resolution },
        'bars answered as known last',
      );
      return entry.isWarned ? entry.answer : entry.answer.withWarning(told.message);
    }
  }

  return {
    get: (request, caller = () => ({})) => {
      const name = nameOf(request);
      const entry = entries.get(name);
      const anew = () => renew(name, request, caller());
      const isAtHand = entry !== undefined && isFresh(deps, entry);
      counts[isAtHand ? 'hits' : 'misses']++;
      if (!isAtHand) return anew();
      const ageMs = entry.stored === null ? 0 : clock.monotonicMs() - entry.checkedAtMs;
      if (ageMs < CLOSED_AGE_MS / 2) return entry.answer;
      const check = checkVersions(deps, entry);
      return ageMs < CLOSED_AGE_MS ? entry.answer : afterCheck(deps, entry, check, anew);
    },
    figures: () => ({ ...counts, building: building.size(), bytes: entries.calculatedSize }),
  };
}
