import { resolutionMs, type Span, type StoredResolution } from '@moneytrail/calendar';
import { unlessAborted } from '@moneytrail/feeds';
import type { SingleFlight } from '../../../single-flight.ts';
import type { Instrument } from '../../catalogue/index.ts';
import { settledEnd } from '../history/series-bounds.ts';
import type { Chunk } from '../store/chunk-reader.ts';
import type { SeriesKey } from '../store/series.ts';
import type { FeedQueue } from './feed-queue.ts';
import { type ReaderDeps, readSpan, readTail } from './feed-reader.ts';
import { missingSpans } from './missing-spans.ts';
import type { ReadOptions } from './read-failures.ts';
import type { SeriesSource } from './series-source.ts';
import type { TailThrottle } from './tail-throttle.ts';

/** A span that is not stored and could not be read. */
export type Failure = Span & { error: unknown };

/** What a backfill works with. */
export type BackfillDeps = ReaderDeps & {
  singleFlight: SingleFlight;
  queue: FeedQueue;
  source: SeriesSource;
  tails: TailThrottle;
};
/** The stored series of an instrument. */
export type Series = {
  instrument: Instrument;
  resolution: StoredResolution;
  key: SeriesKey;
  name: string;
};

/** Reads from the feed in turn, once however many ask. */
export function readOnce<T>(
  { singleFlight, queue }: Pick<BackfillDeps, 'singleFlight' | 'queue'>,
  { instrument, name }: Series,
  what: { part: string; span?: Span; isUrgent: boolean },
  read: (signal: AbortSignal) => Promise<T>,
  { signal, patience }: ReadOptions,
): Promise<T> {
  const { part, isUrgent } = what;
  const work = (ends: AbortSignal) =>
    queue.add(instrument.exchange, () => read(ends), { signal: ends, isUrgent });
  const span = what.span ? { span: what.span } : {};
  return unlessAborted(singleFlight.run(`${name}/${part}`, work, { signal, ...span }), [patience]);
}

/** Reads the newest bars from a moment on, once however many ask. */
export async function readTailOnce(
  deps: BackfillDeps,
  series: Series,
  sinceMs: number,
  options: ReadOptions,
): Promise<void> {
  const { instrument, resolution, name } = series;
  const span = { fromMs: sinceMs, toMs: Number.POSITIVE_INFINITY };
  const read = (signal: AbortSignal) => {
    const work = () => readTail(deps, instrument, resolution, sinceMs, { ...options, signal });
    return deps.tails.ask(name, sinceMs, work, signal);
  };
  const { priority = 'reader' } = options;
  // Who needs older bars does not join a question for newer ones, nor a reader one that leaves readers room.
  const part = `tail ${sinceMs} ${priority}`;
  await readOnce(deps, series, { part, span, isUrgent: priority === 'reader' }, read, options);
}

/** A read whose failure leaves a span out; only a caller who has left ends the whole. */
async function attempt(
  span: Span,
  { signal, failure }: ReadOptions,
  read: () => Promise<unknown>,
): Promise<Failure[]> {
  if (failure !== undefined) return [{ ...span, error: failure }];
  try {
    await read();
    return [];
  } catch (error) {
    signal?.throwIfAborted();
    return [{ ...span, error }];
  }
}

/** What is read of a span that reaches the newest bars: the missing ones, or from time to time the forming one. */
async function backfillTail(
  deps: BackfillDeps,
  series: Series,
  tail: { missing: Span | undefined; endMs: number },
  options: ReadOptions,
): Promise<Failure[]> {
  const { missing, endMs } = tail;
  const nowMs = deps.clock.now();
  const isForming = endMs <= nowMs;
  if (!missing && !isForming) return [];
  const span = missing ?? { fromMs: endMs, toMs: nowMs + resolutionMs(series.resolution) };
  if (deps.tails.isDue(series.name, span.fromMs, missing !== undefined)) {
    const failures = await attempt(span, options, () =>
      readTailOnce(deps, series, span.fromMs, options),
    );
    // All closed bars are there: a slow feed costs the newest state of the forming one alone.
    return missing || !options.patience?.aborted ? failures : [];
  }
  const error = deps.tails.failure(series.name);
  return error === undefined || !missing ? [] : [{ ...span, error }];
}

/** Reads what is missing of a span; null where the feed has nothing to be asked. */
export async function backfill(
  deps: BackfillDeps,
  series: Series,
  span: Span,
  stored: readonly Chunk[],
  options: ReadOptions,
): Promise<Failure[] | null> {
  const { instrument, resolution } = series;
  const settledMs = settledEnd(instrument, resolution, deps.clock.now());
  let lowestMs: number;
  try {
    lowestMs = await deps.source.beginningOf(instrument, resolution, options);
  } catch (error) {
    options.signal?.throwIfAborted();
    return [{ fromMs: span.fromMs, toMs: settledMs, error: options.failure ?? error }];
  }
  const bounds = { lowestMs, settledMs };
  const { missing, isToPresent } = missingSpans(instrument, resolution, span, bounds, stored);
  const isTail = ({ toMs }: Span) => toMs === settledMs;
  const reads = missing
    .filter((each) => !isTail(each))
    .map((each) => {
      const what = { part: String(each.fromMs), span: each, isUrgent: false };
      const read = (signal: AbortSignal) => readSpan(deps, instrument, resolution, each, signal);
      return attempt(each, options, () => readOnce(deps, series, what, read, options));
    });
  const tail = missing.find(isTail);
  const isTailWanted = tail !== undefined || (isToPresent && options.failure === undefined);
  if (isTailWanted) {
    reads.push(backfillTail(deps, series, { missing: tail, endMs: settledMs }, options));
  }
  return reads.length > 0 ? (await Promise.all(reads)).flat() : null;
}
