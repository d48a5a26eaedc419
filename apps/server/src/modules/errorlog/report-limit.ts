import { MINUTE_MS } from '@moneytrail/calendar';
import { AppError } from '@moneytrail/contract';
import { LRUCache } from 'lru-cache';
import { subscriberOf } from '../../http/network.ts';

const MOST_OF_AN_ADDRESS = 20;
const MOST_OF_ALL = 1_000;
const MAX_ADDRESSES = 10_000;

/** How many of the failures that an address tells of are taken; each counts, and a report without any counts as one. */
export type ReportLimit = (address: string, count: number) => number;

/**
 * What one kind of report may tell of within a minute, one subscriber (an address, or a /64) and all together; each
 * process counts by itself. Throws 429 where nothing is left.
 */
export function createReportLimit(clock: { now: () => number }): ReportLimit {
  const counts = new LRUCache<string, number>({ max: MAX_ADDRESSES });
  let minute = 0;
  let total = 0;
  return (address, count) => {
    const nowMs = clock.now();
    const present = Math.floor(nowMs / MINUTE_MS);
    if (present !== minute) {
      minute = present;
      total = 0;
      counts.clear();
    }
    const subscriber = subscriberOf(address);
    const known = counts.get(subscriber) ?? 0;
    const left = Math.min(MOST_OF_AN_ADDRESS - known, MOST_OF_ALL - total);
    if (left <= 0) {
      const retryAfterSeconds = Math.ceil(((present + 1) * MINUTE_MS - nowMs) / 1_000);
      throw new AppError('RATE_LIMITED', 'Too many reports. Please try again later.', {
        retryAfterSeconds,
      });
    }
    const taken = Math.min(left, Math.max(count, 1));
    counts.set(subscriber, known + taken);
    total += taken;
    return taken;
  };
}
