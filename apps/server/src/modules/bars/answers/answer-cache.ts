import { resolutionMs, storedSourceOf } from '@moneytrail/calendar';
import { LRUCache } from 'lru-cache';
import type { BarService } from '../bar-service.ts';
import { settledEnd } from '../fill/settled.ts';
import type { History, HistoryRequest } from '../history/history-request.ts';
import { readStamp } from '../store/chunk-rows.ts';
import { type Db, type SeriesKey, seriesName } from '../store/series.ts';
import { historyJson } from './history-json.ts';
import { type PackedAnswer, packAnswer } from './packed-answer.ts';

/** Ready answers by request: built once, however many ask. */
export type AnswerCache = { get: (request: HistoryRequest) => Promise<PackedAnswer> };

type Entry = {
  answer: PackedAnswer;
  series: string;
  /** Bars written before this moment do not touch the answer; it holds everything newer up to its end. */
  fromMs: number;
  toMs: number;
  /** Versions of what is stored, and when they were looked at; null for an answer that lives for seconds only. */
  stored: History['stored'] | null;
  checkedAtMs: number;
};

export type AnswerCacheDeps = {
  bars: Pick<BarService, 'history' | 'onWritten'>;
  db: Db;
  clock: { now: () => number };
  log: { warn: (detail: object, message: string) => void };
};

const MAX_BYTES = 64 * 1_024 * 1_024;
/** An answer with the newest bars is built anew after this time, or as soon as this process has stored newer ones. */
const OPEN_AGE_MS = 2_000;
/** Another process may have repaired old bars: their versions are looked at again after this time. */
const CLOSED_AGE_MS = 10_000;

const nameOf = ({ instrument, resolution, fromMs, toMs, limit, countBack }: HistoryRequest) =>
  `${instrument.id}/${resolution}/${fromMs}/${toMs}/${limit}/${countBack}`;

function seriesOf({ instrument, resolution }: HistoryRequest): SeriesKey {
  return { instrumentId: instrument.id, resolution: storedSourceOf(resolution) };
}

function isClosed({ instrument, resolution, toMs }: HistoryRequest, nowMs: number): boolean {
  const reachMs = toMs + resolutionMs(resolution);
  return reachMs <= settledEnd(instrument, storedSourceOf(resolution), nowMs);
}

async function build(deps: AnswerCacheDeps, request: HistoryRequest): Promise<Entry> {
  const { clock, log } = deps;
  const history = await deps.bars.history(request);
  const { columns, nextTime, warning } = history;
  const oldest = Math.min(request.fromMs, columns.time[0] ?? request.fromMs);
  const fromMs = Math.min(oldest, nextTime ?? oldest);
  const toMs = request.toMs + resolutionMs(request.resolution);
  const isLasting = warning === null && isClosed(request, clock.now());
  return {
    answer: packAnswer(historyJson(history), (error) =>
      log.warn({ err: error }, 'an answer could not be compressed'),
    ),
    series: seriesName(seriesOf(request)),
    fromMs,
    toMs,
    stored: isLasting ? history.stored : null,
    checkedAtMs: clock.now(),
  };
}

/** A cache of 64 MB of ready answers. */
export function createAnswerCache(deps: AnswerCacheDeps): AnswerCache {
  const { clock, db } = deps;
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_BYTES,
    // Compressed forms come later: room is kept for them.
    sizeCalculation: ({ answer }) => answer.size() * 2,
  });
  const building = new Map<string, Promise<Entry>>();

  let writes = 0;
  deps.bars.onWritten((instrumentId, resolution, fromMs, toMs) => {
    writes++;
    const series = seriesName({ instrumentId, resolution });
    for (const [name, entry] of entries.entries()) {
      const isTouched = entry.series === series && fromMs < entry.toMs && toMs > entry.fromMs;
      if (isTouched) entries.delete(name);
    }
  });

  async function isFresh(entry: Entry, request: HistoryRequest): Promise<boolean> {
    const age = clock.now() - entry.checkedAtMs;
    if (entry.stored === null) return age < OPEN_AGE_MS;
    if (age < CLOSED_AGE_MS) return true;
    entry.checkedAtMs = clock.now();
    const { fromMs, toMs, stamp } = entry.stored;
    return (await readStamp(db, seriesOf(request), fromMs, toMs)) === stamp;
  }

  function rebuild(name: string, request: HistoryRequest): Promise<Entry> {
    const known = building.get(name);
    if (known) return known;
    const writesBefore = writes;
    const work = build(deps, request)
      .then((entry) => {
        // Bars stored meanwhile may have missed it: such an answer serves those who wait for it and no others.
        if (entry.stored === null || writes === writesBefore) entries.set(name, entry);
        return entry;
      })
      .finally(() => building.delete(name));
    building.set(name, work);
    return work;
  }

  return {
    get: async (request) => {
      const name = nameOf(request);
      const entry = entries.get(name);
      if (entry && (await isFresh(entry, request))) return entry.answer;
      return (await rebuild(name, request)).answer;
    },
  };
}
