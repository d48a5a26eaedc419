import { resolutionMs, storedSourceOf } from '@moneytrail/calendar';
import { LRUCache } from 'lru-cache';
import { within } from '../../../deadline.ts';
import type { Clock } from '../../../steady-clock.ts';
import { OverloadedError, StorageError, unavailable } from '../backfill/read-failures.ts';
import { createSingleFlight } from '../backfill/single-flight.ts';
import type { BarService } from '../bar-service.ts';
import type { History, HistoryRequest } from '../history/history-page.ts';
import { settledEnd } from '../history/series-bounds.ts';
import { readStamp } from '../store/chunk-rows.ts';
import { type Db, seriesName } from '../store/series.ts';
import { answersOf, type BuildAnswer } from './build-answer.ts';
import { type EncodedAnswer, encodeAnswer } from './encoded-answer.ts';

type Caller = {
  readonly signal?: AbortSignal;
  /** Charges the caller with an answer that has to be built; returns what ends it, throws where he has his share. */
  charge?: () => () => void;
};

/** Ready answers by request: built once, however many ask. */
export type AnswerCache = {
  /**
   * The answer of a request, within three seconds whatever the feed and the database do: as it is, with what is stored
   * and a warning, or as it was known last. Throws an `AppError` where there is neither, and the reason of an aborted
   * signal.
   */
  get: (request: HistoryRequest, caller?: Caller) => EncodedAnswer | Promise<EncodedAnswer>;
  figures: AnswerFigures;
};

/** Answers that were at hand and that had to be built since the start, those being built now, and bytes held. */
export type AnswerFigures = () => { hits: number; misses: number; building: number; bytes: number };

type Entry = {
  answer: EncodedAnswer;
  /** Whether it carries a warning already. */
  isWarned: boolean;
  series: string;
  /** Bars written before this moment do not touch the answer; it holds everything newer up to its end. */
  fromMs: number;
  toMs: number;
  /** Versions of what is stored, and when they were looked at by the stopwatch; null for an answer that lives for seconds only. */
  stored: History['stored'] | null;
  checkedAtMs: number;
};

/** What makes an entry one that has to be built anew. */
const OUTDATED = { stored: null, checkedAtMs: Number.NEGATIVE_INFINITY };

export type AnswerCacheDeps = {
  bars: Pick<BarService, 'history' | 'onWritten'>;
  db: Db;
  clock: Clock;
  log: { warn: (detail: object, message: string) => void };
  /** Builds answers elsewhere; in this thread where absent. */
  buildAnswer?: BuildAnswer | undefined;
  /** Shortened by tests. */
  patience?: Patience;
};

/** How long a caller waits for the feed, and for an answer at all. */
type Patience = { feedMs: number; answerMs: number };

const PATIENCE: Patience = { feedMs: 2_000, answerMs: 2_700 };
const MAX_BYTES = 32 * 1_024 * 1_024;
/** Answers that are being built at once, waiting for the feed included; more are refused. */
const MOST_BUILDING = 300;
/** An answer with the newest bars is built anew after this time, or as soon as this process has stored newer ones. */
const OPEN_AGE_MS = 2_000;
/** Another process may have repaired old bars: no answer is given whose versions were looked at longer ago. */
const CLOSED_AGE_MS = 10_000;
/** So long that look is waited for. */
const CHECK_MS = 250;

const nameOf = ({ instrument, resolution, fromMs, toMs, limit, countBack }: HistoryRequest) =>
  `${instrument.id}/${resolution}/${fromMs}/${toMs}/${limit}/${countBack}`;

function seriesOf({ instrument, resolution }: HistoryRequest) {
  return { instrumentId: instrument.id, resolution: storedSourceOf(resolution) };
}

function isClosed({ instrument, resolution, toMs }: HistoryRequest, nowMs: number): boolean {
  const reachMs = toMs + resolutionMs(resolution);
  return reachMs <= settledEnd(instrument, storedSourceOf(resolution), nowMs);
}

async function build(
  deps: AnswerCacheDeps,
  request: HistoryRequest,
  signal: AbortSignal,
): Promise<Entry> {
  const { clock, log } = deps;
  const feedMs = (deps.patience ?? PATIENCE).feedMs;
  const { body, isWarned, fromMs, stored } = await (deps.buildAnswer ?? answersOf(deps.bars))(
    request,
    { feedMs, signal },
  );
  const toMs = request.toMs + resolutionMs(request.resolution);
  const isLasting = !isWarned && isClosed(request, clock.now());
  return {
    answer: encodeAnswer(Buffer.from(body.buffer), (error) =>
      log.warn({ err: error }, 'an answer could not be compressed'),
    ),
    isWarned,
    series: seriesName(seriesOf(request)),
    fromMs,
    toMs,
    stored: isLasting ? stored : null,
    checkedAtMs: clock.monotonicMs(),
  };
}

/** Looks whether what an answer was made from is still what is stored; without the database it counts as such. */
async function checkVersions({ clock, db, log }: AnswerCacheDeps, entry: Entry): Promise<void> {
  if (entry.stored === null) return;
  entry.checkedAtMs = clock.monotonicMs();
  const { key, fromMs, toMs, stamp } = entry.stored;
  try {
    const now = await readStamp(db, key, fromMs, toMs);
    if (now !== stamp) Object.assign(entry, OUTDATED);
  } catch (error) {
    log.warn({ err: error }, 'versions of bars could not be read');
  }
}

function isFresh({ clock }: AnswerCacheDeps, entry: Entry): boolean {
  if (entry.stored !== null) return true;
  return clock.monotonicMs() - entry.checkedAtMs < OPEN_AGE_MS;
}

/** The answer at hand, unless the database says soon that it is another by now. */
async function afterCheck(
  deps: AnswerCacheDeps,
  entry: Entry,
  check: Promise<void>,
  otherwise: () => Promise<EncodedAnswer>,
): Promise<EncodedAnswer> {
  await within(check, CHECK_MS).catch(() => undefined);
  return isFresh(deps, entry) ? entry.answer : otherwise();
}

/** A cache of 32 MB of ready answers. */
export function createAnswerCache(deps: AnswerCacheDeps): AnswerCache {
  const { clock, log, patience = PATIENCE } = deps;
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    // Compressed forms come later: room is kept for them.
    sizeCalculation: ({ answer }) => answer.size() * 2,
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
      if (isTouched) Object.assign(entry, OUTDATED);
    }
  });

  async function rebuild(name: string, request: HistoryRequest, { signal, charge }: Caller) {
    signal?.throwIfAborted();
    const isNew = !building.has(name);
    if (isNew && building.size() >= MOST_BUILDING) throw new OverloadedError();
    const done = isNew ? charge?.() : undefined;
    const work = async (ends: AbortSignal) => {
      const writesBefore = writes;
      const entry = await build(deps, request, ends).finally(done);
      // Bars stored meanwhile may have missed it: such an answer serves those who wait for it and no others.
      const isWhole = entry.stored === null || writes === writesBefore;
      entries.set(name, isWhole ? entry : Object.assign(entry, OUTDATED));
      return entry;
    };
    return await building.run(name, work, { signal });
  }

  /** A new answer in time, or the one that was known last with a warning. */
  async function renew(
    name: string,
    request: HistoryRequest,
    caller: Caller,
  ): Promise<EncodedAnswer> {
    const { instrument, resolution } = request;
    try {
      const rebuilt = rebuild(name, request, caller);
      const { answer } = await within(rebuilt, patience.answerMs, () => {
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
    get: (request, caller = {}) => {
      const name = nameOf(request);
      const entry = entries.get(name);
      const anew = () => renew(name, request, caller);
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
