import { resolutionMs, type StoredResolution } from '@moneytrail/calendar';
import type { Instrument } from '../../catalogue/index.ts';
import { chunkEndOf, chunkStartOf } from '../chunks/chunk-calendar.ts';
import { contractBounds } from '../history/series-bounds.ts';
import type { ChunkHead } from '../store/chunk-rows.ts';
import { intersection, isEmptySpan, type Span } from '../store/coverage.ts';
import { seriesName } from '../store/series.ts';
import { discoverDaily, type ReaderDeps, readSpan, readTail } from './feed-reader.ts';
import { createFlights, type Flights } from './flights.ts';
import { createKnownSeries, type KnownSeries } from './known-series.ts';
import { missingSpans } from './missing-spans.ts';
import { settledEnd } from './settled.ts';
import { createTailWatch, type TailWatch } from './tail-watch.ts';

/** A stretch that is not stored and could not be read. */
export type Failure = Span & { error: unknown };

/** What became of a span: whether the feed was asked for a part of it, and what failed. */
export type Filling = { isAsked: boolean; failures: Failure[] };

/** Sees to it that stored bars are whole before they are answered. */
export type Filler = {
  /** Resolves when everything has landed that is being read of a series: what is stored then is worth looking at. */
  landed: (instrument: Instrument, resolution: StoredResolution) => Promise<void>;
  /**
   * Asks the feed for what is not covered of a span, each part once however many ask.
   * `stored` are the chunks that the span touches, read after everything had landed.
   */
  fill: (
    instrument: Instrument,
    resolution: StoredResolution,
    span: Span,
    stored: readonly ChunkHead[],
  ) => Promise<Filling>;
  known: KnownSeries;
  /** Reads the newest bars again from a moment on. */
  refresh: (instrument: Instrument, resolution: StoredResolution, sinceMs: number) => Promise<void>;
};

type Parts = ReaderDeps & { flights: Flights; known: KnownSeries; tails: TailWatch };
type Series = { instrument: Instrument; resolution: StoredResolution; name: string };

async function readTailOnce(deps: Parts, series: Series, sinceMs: number): Promise<void> {
  const { instrument, resolution, name } = series;
  await deps.flights.join(`${name}/tail`, async () => {
    deps.tails.asked(name);
    await readTail(deps, instrument, resolution, sinceMs).catch((error: unknown) => {
      deps.tails.failed(name, error);
      throw error;
    });
  });
}

async function attempt(span: Span, read: () => Promise<unknown>): Promise<Failure[]> {
  try {
    await read();
    return [];
  } catch (error) {
    return [{ ...span, error }];
  }
}

/** What is read of a span that reaches the newest bars: the missing ones, or from time to time the forming one. */
async function fillTail(
  deps: Parts,
  series: Series,
  missing: Span | undefined,
  endMs: number,
): Promise<Failure[]> {
  const nowMs = deps.clock.now();
  const isForming = endMs <= nowMs;
  if (!missing && !isForming) return [];
  const tail = missing ?? { fromMs: endMs, toMs: nowMs + resolutionMs(series.resolution) };
  if (deps.tails.isDue(series.name, missing !== undefined)) {
    return attempt(tail, () => readTailOnce(deps, series, tail.fromMs));
  }
  const error = deps.tails.failure(series.name);
  return error === undefined || !missing ? [] : [{ ...tail, error }];
}

async function fillSeries(
  deps: Parts,
  series: Series,
  span: Span,
  stored: readonly ChunkHead[],
): Promise<Filling> {
  const { instrument, resolution, name } = series;
  const settledMs = settledEnd(instrument, resolution, deps.clock.now());
  const endMs = Math.min(contractBounds(instrument, resolution).toMs, settledMs);
  let lowestMs: number;
  try {
    lowestMs = await deps.known.beginningOf(instrument, resolution);
  } catch (error) {
    return { isAsked: false, failures: [{ fromMs: span.fromMs, toMs: endMs, error }] };
  }
  // Whole chunks are read, so that a chunk's coverage never has a hole.
  const chunks = {
    fromMs: chunkStartOf(resolution, span.fromMs),
    toMs: chunkEndOf(resolution, chunkStartOf(resolution, span.toMs - 1)),
  };
  const needed = intersection(chunks, { fromMs: lowestMs, toMs: endMs });
  const missing = isEmptySpan(needed) ? [] : missingSpans(instrument, resolution, needed, stored);
  const isTail = ({ toMs }: Span) => toMs === settledMs;
  const reads = missing
    .filter((each) => !isTail(each))
    .map((each) =>
      attempt(each, () =>
        deps.flights.join(`${name}/${each.fromMs}`, () =>
          readSpan(deps, instrument, resolution, each),
        ),
      ),
    );
  const isToPresent = chunks.toMs > settledMs && endMs === settledMs && span.toMs > settledMs;
  const tail = missing.find(isTail);
  if (tail || isToPresent) reads.push(fillTail(deps, series, tail, settledMs));
  return { isAsked: reads.length > 0, failures: (await Promise.all(reads)).flat() };
}

/** A filler; its memory of beginnings and of what was asked just now lives as long as the process. */
export function createFiller(deps: ReaderDeps): Filler {
  const flights = createFlights();
  const tails = createTailWatch(deps.clock);
  const seriesOf = (instrument: Instrument, resolution: StoredResolution): Series => ({
    instrument,
    resolution,
    name: seriesName({ instrumentId: instrument.id, resolution }),
  });
  const known = createKnownSeries({
    ...deps,
    discoverDaily: (instrument) => {
      const { name } = seriesOf(instrument, '1D');
      return flights.join(`${name}/all`, () => {
        tails.asked(name);
        return discoverDaily(deps, instrument);
      });
    },
  });
  const parts = { ...deps, flights, known, tails };
  return {
    landed: (instrument, resolution) => flights.settled(seriesOf(instrument, resolution).name),
    fill: (instrument, resolution, span, stored) =>
      fillSeries(parts, seriesOf(instrument, resolution), span, stored),
    known,
    refresh: async (instrument, resolution, sinceMs) => {
      await known.beginningOf(instrument, resolution);
      await readTailOnce(parts, seriesOf(instrument, resolution), sinceMs);
    },
  };
}
