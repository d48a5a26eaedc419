import { resolutionMs, storedSourceOf } from '@moneytrail/calendar';
import type { Db } from '../../../db/index.ts';
import { type EncodedAnswer, encodeAnswer } from '../../../http/encoded-answer.ts';
import type { Clock } from '../../../steady-clock.ts';
import type { BarService } from '../bar-service.ts';
import type { History, HistoryRequest } from '../history/history-page.ts';
import { settledEnd } from '../history/series-bounds.ts';
import { readStamp } from '../store/chunk-rows.ts';
import { seriesName } from '../store/series.ts';
import { answersOf, type BuildAnswer } from './build-answer.ts';
import type { Waiting } from './patience.ts';

/** An answer that is kept, and what tells whether it is still right. */
export type AnswerEntry = {
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

/** What an entry is built from and checked against. */
export type AnswerEntryDeps = {
  bars: Pick<BarService, 'history'>;
  db: Db;
  clock: Clock;
  log: { warn: (detail: object, message: string) => void };
  /** Builds answers elsewhere; in this thread where absent. */
  buildAnswer?: BuildAnswer | undefined;
};

/** An answer with the newest bars is built anew after this time, or as soon as this process has stored newer ones. */
const OPEN_AGE_MS = 2_000;

/** Makes an entry one that has to be built anew. */
export function outdate(entry: AnswerEntry): void {
  entry.stored = null;
  entry.checkedAtMs = Number.NEGATIVE_INFINITY;
}

function seriesOf({ instrument, resolution }: HistoryRequest) {
  return { instrumentId: instrument.id, resolution: storedSourceOf(resolution) };
}

function isClosed({ instrument, resolution, toMs }: HistoryRequest, nowMs: number): boolean {
  const reachMs = toMs + resolutionMs(resolution);
  return reachMs <= settledEnd(instrument, storedSourceOf(resolution), nowMs);
}

/** Builds the answer of a request. */
export async function buildEntry(
  deps: AnswerEntryDeps,
  request: HistoryRequest,
  waiting: Waiting,
): Promise<AnswerEntry> {
  const { clock, log } = deps;
  const { body, isWarned, fromMs, stored } = await (deps.buildAnswer ?? answersOf(deps.bars))(
    request,
    waiting,
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
export async function checkVersions(
  { clock, db, log }: AnswerEntryDeps,
  entry: AnswerEntry,
): Promise<void> {
  if (entry.stored === null) return;
  entry.checkedAtMs = clock.monotonicMs();
  const { key, fromMs, toMs, stamp } = entry.stored;
  try {
    const now = await readStamp(db, key, fromMs, toMs);
    if (now !== stamp) outdate(entry);
  } catch (error) {
    log.warn({ err: error }, 'versions of bars could not be read');
  }
}

/** Whether an answer may be given without being built anew, as far as this process knows. */
export function isFresh({ clock }: AnswerEntryDeps, entry: AnswerEntry): boolean {
  if (entry.stored !== null) return true;
  return clock.monotonicMs() - entry.checkedAtMs < OPEN_AGE_MS;
}
