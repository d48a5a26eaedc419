import { HOUR_MS } from '@moneytrail/calendar';
import { rankedBy } from '@moneytrail/contract';
import { unlessAborted } from './backoff.ts';
import type { FeedInstrument } from './feed.ts';

const MAX_FOUND = 50;

/** Caches a value for an hour; concurrent callers share the read. Failures are not cached; a signal ends only its caller's wait. */
export function keepForAnHour<Value>(
  deps: { now: () => number },
  read: () => Promise<Value>,
): (signal?: AbortSignal) => Promise<Value> {
  let kept: { value: Promise<Value>; untilMs: number } | null = null;
  return (signal) => {
    if (kept && deps.now() < kept.untilMs) return unlessAborted(kept.value, [signal]);
    const value = read();
    kept = { value, untilMs: deps.now() + HOUR_MS };
    value.catch(() => {
      if (kept?.value === value) kept = null;
    });
    return unlessAborted(value, [signal]);
  };
}

export function uniqueByCode(instruments: readonly FeedInstrument[]): FeedInstrument[] {
  const byCode = new Map<string, FeedInstrument>();
  for (const instrument of instruments) {
    if (!byCode.has(instrument.code)) byCode.set(instrument.code, instrument);
  }
  return [...byCode.values()];
}

/** The instruments that match a text, best first, short codes before long ones. */
export function searchList(list: readonly FeedInstrument[], query: string): FeedInstrument[] {
  const shortFirst = [...list].sort((a, b) => a.code.length - b.code.length);
  return rankedBy(shortFirst, query).slice(0, MAX_FOUND);
}
