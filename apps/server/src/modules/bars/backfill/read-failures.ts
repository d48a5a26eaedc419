import type { Resolution } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { type CallPriority, FeedError, type FeedErrorKind } from '@moneytrail/feeds';
import { QueueFullError } from '../../../semaphore.ts';
import type { Instrument } from '../../catalogue/index.ts';
import type { WriteFence } from '../store/write-bars.ts';

/** How long a read is waited for. */
export type ReadOptions = {
  /** Aborted when nobody waits any more: reads that nobody else waits for end. */
  signal?: AbortSignal | undefined;
  /** Aborted when the feed is waited for no longer: what is stored has to do; its reads go on for whoever asks next. */
  patience?: AbortSignal | undefined;
  /** The feed is not asked: what is missing has failed for this reason. */
  failure?: unknown;
  /** Of a reader who may write only as long as he owns the feed; for the newest bars. */
  fence?: WriteFence | undefined;
  /** Whether questions to the feed leave room for those of readers; `reader` where absent. */
  priority?: CallPriority | undefined;
};

/** The database failed or does not answer; its own words are for the log only. */
export class StorageError extends Error {
  constructor(cause: unknown) {
    super('the stored bars are out of reach', { cause });
    this.name = 'StorageError';
  }
}

/** Marks failures of the database as such. */
export async function fromStore<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof StorageError ? error : new StorageError(error);
  }
}

/** A feed was waited for no longer. `reason` is that of the reader's patience, in our own words. */
export class SlowFeedError extends Error {
  constructor(reason: unknown) {
    super(reason instanceof Error ? reason.message : 'no answer in time', { cause: reason });
    this.name = 'SlowFeedError';
  }
}

/** What callers are told of a feed's failure: texts of vendors and sockets hold addresses, and are for the log only. */
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

/** What a caller is told where the stored bars cannot be read, or not in time. */
export function storeUnavailable(cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', 'Bars cannot be read at the moment. Please try again.', {
    cause,
  });
}

/** What a caller is told where a failed read leaves nothing to answer. */
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

/** The warning of an answer that is made from what is stored. */
export function warningOf(instrument: Instrument, failure: unknown): string {
  if (failure instanceof StorageError) return 'New bars cannot be stored at the moment.';
  if (failure instanceof QueueFullError) {
    return 'Many bars are being read at the moment, some are missing here.';
  }
  return `${instrument.exchange} is not reached, the newest bars are missing: ${reasonOf(failure)}`;
}
