import { DAY_MS, resolutionMs, SECOND_MS, storedSourceOf } from '@moneytrail/calendar';
import {
  AppError,
  getHistory,
  type HistoryQuery,
  MAX_HISTORY_DAYS,
  STREAM_CONFLATION_MS,
} from '@moneytrail/contract';
import type { KnownBar } from '@moneytrail/indicators';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../db/index.ts';
import { within } from '../../deadline.ts';
import { type CallerBudget, callerName } from '../../http/caller-budget.ts';
import { type EncodedAnswer, encodeAnswer, readyAnswer } from '../../http/encoded-answer.ts';
import { customerOf } from '../../http/grant.ts';
import type { Call, Router } from '../../http/route.ts';
import { QueueFullError } from '../../semaphore.ts';
import { type Askers, createSingleFlight } from '../../single-flight.ts';
import type { Clock } from '../../steady-clock.ts';
import { type Instrument, supportedResolutions } from '../catalogue/index.ts';
import type { BarService } from './bar-service.ts';
import { timeAt } from './columns/bar-columns.ts';
import { type ReadOptions, StorageError, unavailable } from './failures.ts';
import type { History, HistoryRequest } from './history.ts';
import { historyJson } from './history-json.ts';
import { settledEnd } from './series-bounds.ts';
import { readStamp } from './store/chunks.ts';
import { seriesName } from './store/series.ts';

/**
 * Milliseconds from the arrival of a request: when it stops waiting for the feed, when it must be answered, and how long
 * it may take to check that a cached answer is still current.
 */
export type AnswerDeadlines = { feedMs: number; answerMs: number; checkMs: number };

/** Answers take at most three seconds; these leave time to send them. */
export const ANSWER_DEADLINES: AnswerDeadlines = { feedMs: 2_000, answerMs: 2_700, checkMs: 250 };

/** Bounds of the work for one answer: bars that the feed has not delivered after `feedMs` are left out. */
export type BuildLimits = {
  feedMs: number;
  /** Aborted when every caller has disconnected. */
  signal: AbortSignal;
  /** The callers that ask, among whom the time of builds and of the feeds is divided. */
  askers?: Askers;
  /** See `ReadOptions`. */
  away?: ReadOptions['away'];
};

/** Runs work whose reads of bars respect the limits. */
export async function withBuildLimits<T>(
  { feedMs, signal, askers, away }: BuildLimits,
  work: (options: ReadOptions) => Promise<T>,
): Promise<T> {
  const slow = new AbortController();
  // Readers see it, and what is left of an answer's time is measured to the microsecond.
  const error = new Error(`no answer within ${Math.round(feedMs / 100) / 10} s`);
  const timer = setTimeout(() => slow.abort(error), feedMs);
  try {
    return await work({ signal, feedDeadline: slow.signal, askers, away });
  } finally {
    clearTimeout(timer);
  }
}

/** Builds the answer to a request, uncached. */
export type BuildAnswer = (
  request: HistoryRequest,
  limits: BuildLimits,
) => Promise<{
  body: Uint8Array<ArrayBuffer>;
  isWarned: boolean;
  /** Writes of bars before this moment leave the answer valid. */
  fromMs: number;
  /** Versions of the chunks that were read; null if the arrival of older bars would change the answer. */
  stored: History['stored'] | null;
}>;

/** Builds answers in the calling thread. */
export function answersOf(bars: Pick<BarService, 'history'>): BuildAnswer {
  return (request, limits) =>
    withBuildLimits(limits, async (options) => {
      const history = await bars.history(request, options);
      const { columns, nextTime, warning, wholeUntilMs } = history;
      const oldest = Math.min(request.fromMs, columns.time[0] ?? request.fromMs);
      const fromMs = Math.min(oldest, nextTime ?? oldest);
      const stored = nextTime === null ? null : history.stored;
      const isOpen = columns.length > 0 && timeAt(columns, columns.length - 1) >= wholeUntilMs;
      const knownUntilMs = isOpen && history.knownUntilMs > 0 ? history.knownUntilMs : null;
      const body = historyJson({ ...history, knownUntilMs });
      return { body, isWarned: warning !== null, fromMs, stored };
    });
}

type Entry = {
  answer: EncodedAnswer;
  isWarned: boolean;
  series: string;
  /** Only writes of bars in `[fromMs, toMs)` can change the answer. */
  fromMs: number;
  toMs: number;
  /** Versions of the chunks that were read; null for an answer that is valid for seconds only. */
  stored: History['stored'] | null;
  /** The time at which the answer was built or its versions were read, on the monotonic clock. */
  checkedAtMs: number;
  /** The stream's states that it was built with. */
  live: readonly KnownBar[];
};

type Caller = {
  readonly name?: string;
  readonly signal?: AbortSignal;
  /** Time the request has already waited, ms; it counts towards the deadlines. */
  waitedMs?: number;
  /** Charges the caller for an answer that has to be built; rejects if the caller's budget is used up. */
  charge?: <T>(build: () => Promise<T>) => Promise<T>;
};

/** The states that the stream knows of an instrument's newest bars. */
export type LiveBars = {
  /** The same array as long as nothing has changed; empty while nothing is known. */
  newest: (series: LiveSeries) => readonly KnownBar[];
  /** Resolves once the states are known, at once if they are or if the instrument has no subscriber. */
  load: (series: LiveSeries) => Promise<void>;
};
type LiveSeries = Pick<HistoryRequest, 'instrument' | 'resolution'>;

export type AnswerCacheDeps = {
  bars: Pick<BarService, 'history' | 'onWritten'>;
  db: Db;
  clock: Clock;
  log: { warn: (detail: object, message: string) => void };
  /** Without it, answers hold stored bars alone. */
  liveBars?: LiveBars | undefined;
  /** Builds answers in another thread; by default they are built in this one. */
  buildAnswer?: BuildAnswer | undefined;
  deadlines?: AnswerDeadlines;
};

export type AnswerCache = ReturnType<typeof createAnswerCache>;

/** Cache hits and misses since the start, answers being built now, and the bytes held. */
export type AnswerFigures = AnswerCache['figures'];

const MAX_BYTES = 32 * 1_024 * 1_024;
/** Answers built at once, including those that wait for the feed; further ones are refused. */
const MOST_BUILDING = 300;
/** An answer that includes the newest bars is rebuilt after this time, or when this process stores newer ones. */
const OPEN_AGE_MS = 2_000;
/** While the stream has newer states, an answer that includes the newest bars is rebuilt after this time. */
const LIVE_AGE_MS = STREAM_CONFLATION_MS;
/** Another process may have repaired old bars: an answer is only given if its versions were read within this time. */
const CLOSED_AGE_MS = 10_000;

const NO_STATES: readonly KnownBar[] = [];

const nameOf = ({ instrument, resolution, fromMs, toMs, limit, ...request }: HistoryRequest) =>
  `${instrument.id}/${resolution}/${fromMs}/${toMs}/${limit}/${request.countBack}/${request.order ?? ''}`;

/** Marks an entry as stale: it is rebuilt when it is next asked for, and serves as the last known answer until then. */
function outdate(entry: Entry): void {
  entry.stored = null;
  entry.checkedAtMs = Number.NEGATIVE_INFINITY;
}

/** Caches up to 32 MB of encoded answers; each is built once for all concurrent callers. */
export function createAnswerCache(deps: AnswerCacheDeps) {
  const { bars, clock, db, liveBars, log, deadlines = ANSWER_DEADLINES } = deps;
  const buildAnswer = deps.buildAnswer ?? answersOf(bars);
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ answer }) => answer.room,
  });
  const building = createSingleFlight();
  const counts = { hits: 0, misses: 0 };

  let writes = 0;
  bars.onWritten((instrumentId, resolution, fromMs, toMs) => {
    writes++;
    const series = seriesName({ instrumentId, resolution });
    for (const entry of entries.values()) {
      if (entry.series === series && fromMs < entry.toMs && toMs > entry.fromMs) outdate(entry);
    }
  });

  const isOpen = ({ resolution, toMs }: HistoryRequest) =>
    toMs + resolutionMs(resolution) > clock.now();

  /** The stream's states that belong into an answer; none into one of final bars. */
  function liveOf(request: HistoryRequest): readonly KnownBar[] {
    return (isOpen(request) && liveBars?.newest(request)) || NO_STATES;
  }

  async function build(request: HistoryRequest, limits: BuildLimits): Promise<Entry> {
    const { instrument, resolution } = request;
    if (isOpen(request) && liveOf(request).length === 0) {
      await within(Promise.resolve(liveBars?.load(request)), deadlines.checkMs).catch(
        () => undefined,
      );
    }
    const states = liveOf(request);
    const writesBefore = writes;
    const { body, isWarned, fromMs, stored } = await buildAnswer(
      { ...request, live: states },
      limits,
    );
    const source = storedSourceOf(resolution);
    const toMs = request.toMs + resolutionMs(resolution);
    const isLasting = !isWarned && toMs <= settledEnd(instrument, source, clock.now());
    const entry: Entry = {
      answer: encodeAnswer(Buffer.from(body.buffer), (error) =>
        log.warn({ err: error }, 'an answer could not be compressed'),
      ),
      isWarned,
      series: seriesName({ instrumentId: instrument.id, resolution: source }),
      fromMs,
      toMs,
      stored: isLasting ? stored : null,
      checkedAtMs: clock.monotonicMs(),
      live: states,
    };
    // Bars stored during the build may be missing from it: such an answer only serves the callers waiting for it.
    if (entry.stored !== null && writes !== writesBefore) outdate(entry);
    return entry;
  }

  function isFresh(entry: Entry, request: HistoryRequest): boolean {
    if (entry.stored !== null) return true;
    const ageMs = clock.monotonicMs() - entry.checkedAtMs;
    return ageMs < LIVE_AGE_MS || (ageMs < OPEN_AGE_MS && liveOf(request) === entry.live);
  }

  /** Outdates the entry if its chunks have changed; while the database is unreachable it counts as current. */
  async function checkVersions(entry: Entry): Promise<void> {
    if (entry.stored === null) return;
    entry.checkedAtMs = clock.monotonicMs();
    const { key, fromMs, toMs, stamp } = entry.stored;
    try {
      if ((await readStamp(db, key, fromMs, toMs)) !== stamp) outdate(entry);
    } catch (error) {
      log.warn({ err: error }, 'versions of bars could not be read');
    }
  }

  async function rebuild(name: string, request: HistoryRequest, caller: Caller) {
    const { signal, charge } = caller;
    signal?.throwIfAborted();
    const work = async (ends: AbortSignal, askers: Askers) => {
      const entry = await build(request, { feedMs: deadlines.feedMs, signal: ends, askers });
      entries.set(name, entry);
      return entry;
    };
    const join = () => building.run(name, work, { signal, name: caller.name });
    if (building.has(name)) return join();
    if (building.size() >= MOST_BUILDING) {
      throw new QueueFullError('too many reads of bars wait already');
    }
    return charge ? charge(join) : join();
  }

  /** A new answer within the deadline, else the last known one with a warning. */
  async function renew(
    name: string,
    request: HistoryRequest,
    caller: Caller,
  ): Promise<EncodedAnswer> {
    const { instrument, resolution } = request;
    const leftMs = Math.max(0, deadlines.answerMs - (caller.waitedMs ?? 0));
    try {
      const { answer } = await within(rebuild(name, request, caller), leftMs, () => {
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
        'answered with the last known bars',
      );
      return entry.isWarned ? entry.answer : entry.answer.withWarning(told.message);
    }
  }

  /** Waits a moment for the check of a cached answer, and rebuilds the answer if it was outdated. */
  async function afterCheck(
    { entry, request }: { entry: Entry; request: HistoryRequest },
    check: Promise<void>,
    anew: () => Promise<EncodedAnswer>,
  ): Promise<EncodedAnswer> {
    await within(check, deadlines.checkMs).catch(() => undefined);
    return isFresh(entry, request) ? entry.answer : anew();
  }

  return {
    /**
     * The answer to a request, within three seconds whatever feed and database do: the current one, the stored bars with a
     * warning, or the last known answer. Throws an `AppError` if there is none of these, and the reason of an aborted
     * signal. `caller` is evaluated only if the answer has to be built.
     */
    get(
      request: HistoryRequest,
      caller: () => Caller = () => ({}),
    ): EncodedAnswer | Promise<EncodedAnswer> {
      const name = nameOf(request);
      const entry = entries.get(name);
      const anew = () => renew(name, request, caller());
      const isAtHand = entry !== undefined && isFresh(entry, request);
      counts[isAtHand ? 'hits' : 'misses']++;
      if (!isAtHand) return anew();
      const ageMs = entry.stored === null ? 0 : clock.monotonicMs() - entry.checkedAtMs;
      if (ageMs < CLOSED_AGE_MS / 2) return entry.answer;
      const check = checkVersions(entry);
      return ageMs < CLOSED_AGE_MS ? entry.answer : afterCheck({ entry, request }, check, anew);
    },
    figures: () => ({ ...counts, building: building.size(), bytes: entries.calculatedSize }),
  };
}

/** The caller of a request, who is charged for an answer that has to be built. */
export function callerOf(
  call: Pick<Call<unknown, unknown, unknown>, 'user' | 'ip' | 'signal' | 'waitedMs'>,
  budget: CallerBudget,
): Caller {
  const [name, customer] = [callerName(call), customerOf(call.user)];
  const { signal, waitedMs } = call;
  return { name, signal, waitedMs, charge: (build) => budget.run(name, build, { customer }) };
}

/** The request that a query stands for; a refusal names the value and its limit. */
function requestOf(instrument: Instrument, query: HistoryQuery): HistoryRequest {
  const { fromTs, toTs, resolution, limit, countBack, order } = query;
  if (fromTs >= toTs) {
    throw new AppError('BAD_REQUEST', `fromTs ${fromTs} must be below toTs ${toTs}`);
  }
  const days = ((toTs - fromTs) * SECOND_MS) / DAY_MS;
  if (days > MAX_HISTORY_DAYS) {
    const given = `from fromTs ${fromTs} to toTs ${toTs} are ${Math.ceil(days)} days`;
    throw new AppError('BAD_REQUEST', `${given}; a request may span ${MAX_HISTORY_DAYS}`);
  }
  const offered = supportedResolutions(instrument);
  if (!offered.includes(resolution)) {
    throw new AppError(
      'BAD_REQUEST',
      `${instrument.ticker} has no resolution ${resolution}; it has ${offered.join(', ')}`,
    );
  }
  const [fromMs, toMs] = [fromTs * 1_000, toTs * 1_000];
  return { instrument, resolution, fromMs, toMs, limit, countBack, order };
}

/** `GET /api/data/histoday`: the bars of every resolution. Returns the cache, which other routes share. */
export function barRoutes(
  router: Router<Instrument>,
  deps: AnswerCacheDeps & { budget: CallerBudget },
): AnswerCache {
  const answers = createAnswerCache(deps);
  router.route(getHistory, async (call) => {
    const request = requestOf(call.instrument, call.query);
    const caller = () => callerOf(call, deps.budget);
    return readyAnswer(await answers.get(request, caller), call.headers);
  });
  return answers;
}
