import type { Resolution } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { type CallPriority, FeedError, type FeedErrorKind } from '@moneytrail/feeds';
import { QueueFullError } from '../../semaphore.ts';
import type { Askers } from '../../single-flight.ts';
import type { Instrument } from '../catalogue/index.ts';
import type { WriteFence } from './store/write-bars.ts';

export type ReadOptions = {
  /** Aborted when every caller has left: reads that serve no other caller are cancelled. */
  signal?: AbortSignal | undefined;
  /** Aborted when the caller stops waiting for the feed: stored bars must do, and reads go on for later callers. */
  feedDeadline?: AbortSignal | undefined;
  /** The callers that ask, among whom the feed's time is divided; nobody in particular if absent. */
  askers?: Askers | undefined;
  /** Skips the feed: missing bars count as failed for this reason. */
  failure?: unknown;
  /** Allows the write only while the caller owns the feed; for reads of the newest bars. */
  fence?: WriteFence | undefined;
  /** Wraps waits for a feed, so that the reader's turn can serve others meanwhile. */
  away?: (<T>(wait: Promise<T>) => Promise<T>) | undefined;
  /** Priority of the questions to the feed; `reader` by default. */
  priority?: CallPriority | undefined;
};

/** Reads stored bars without asking a feed. */
export const STORED_BARS_ONLY: ReadOptions = {
  failure: new Error('only stored bars are wanted'),
};

/** The database failed or did not answer; its own message is only logged. */
export class StorageError extends Error {
  constructor(cause: unknown) {
    super('the stored bars are out of reach', { cause });
    this.name = 'StorageError';
  }
}

/** Rethrows failures of the database as a `StorageError`. */
export async function fromStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StorageError ? error : new StorageError(error);
  }
}

/** The feed did not answer by the caller's deadline. `reason` is the abort reason, whose message callers may be told. */
export class SlowFeedError extends Error {
  constructor(reason: unknown) {
    super(reason instanceof Error ? reason.message : 'no answer in time', { cause: reason });
    this.name = 'SlowFeedError';
  }
}

/** Public texts for failures of a feed: messages of vendors and sockets contain addresses and are only logged. */
const REASONS: Record<FeedErrorKind, string> = {
  auth: 'it refuses our access',
  plan: 'our plan there does not cover it',
  rateLimit: 'its limit is used up for now',
  notFound: 'it does not know the instrument',
  badRequest: 'it refuses the question',
  overloaded: 'too many questions wait for it already',
  upstream: 'no usable answer',
};

function reasonOf(failure: unknown): string {
  if (failure instanceof SlowFeedError) return failure.message;
  return REASONS[failure instanceof FeedError ? failure.kind : 'upstream'];
}

/** The error for stored bars that cannot be read, or not in time. */
export function storeUnavailable(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', 'Bars cannot be read at the moment. Please try again.', {
    cause,
  });
}

/** The error for a failed read that leaves nothing to answer. */
export function unavailable(
  instrument: Instrument,
  resolution: Resolution,
  failure: unknown,
): AppError {
  if (failure instanceof AppError) return failure;
  if (failure instanceof StorageError) return storeUnavailable(failure);
  if (failure instanceof QueueFullError) {
    const message = 'Many bars are being read at the moment. Please try again.';
    return new AppError('UNAVAILABLE', message, { cause: failure, retryAfterSeconds: 2 });
  }
  const waitMs = failure instanceof FeedError ? failure.retryAfterMs : null;
  return new AppError(
    'FEED_UNAVAILABLE',
    `${instrument.exchange} does not answer for ${instrument.ticker} ${resolution}: ${reasonOf(failure)}`,
    { cause: failure, ...(waitMs === null ? {} : { retryAfterSeconds: waitMs / 1_000 }) },
  );
}

/** The warning on an answer made from stored bars alone. */
export function warningOf(instrument: Instrument, failure: unknown): string {
  if (failure instanceof StorageError) return 'New bars cannot be stored at the moment.';
  if (failure instanceof QueueFullError) {
    return 'Many bars are being read at the moment, some are missing here.';
  }
  return `${instrument.exchange} is not reached, the newest bars are missing: ${reasonOf(failure)}`;
}
