import { HOUR_MS } from '@moneytrail/calendar';
import { unlessAborted } from './backoff.ts';
import type { FeedInstrument } from './feed.ts';

const MAX_FOUND = 50;

/** A list that is read once an hour, for all who wait; a failure is not kept, a signal ends its caller's wait alone. */
export function keepForAnHour<Value>(
  deps: { now: () => number },
  read: () => Promise<Value>,
): (signal?: AbortSignal) => Promise<Value> {
  let kept: { value: Promise<Value>; untilMs: number } | null = null;
  return (signal) => {
    if (kept && deps.now() < kept.untilMs) return unlessAborted(kept.value, signal);
    const value = read();
    kept = { value, untilMs: deps.now() + HOUR_MS };
    value.catch(() => {
      if (kept?.value === value) kept = null;
    });
    return unlessAborted(value, signal);
  };
}

/** The first instrument of each code. */
export function uniqueByCode(instruments: readonly FeedInstrument[]): FeedInstrument[] {
  const byCode = new Map<string, FeedInstrument>();
  for (const instrument of instruments) {
    if (!byCode.has(instrument.code)) byCode.set(instrument.code, instrument);
  }
  return [...byCode.values()];
}

/** How well an instrument answers a text; lower is better, null is not at all. */
function rankOf({ code, description }: FeedInstrument, text: string): number | null {
  if (code === text) return 0;
  if (code.startsWith(text)) return 1;
  if (code.includes(text)) return 2;
  return description.toUpperCase().includes(text) ? 3 : null;
}

/** The instruments of a list that answer a text: exact code, beginning of code, part of code, part of description. */
export function searchList(list: readonly FeedInstrument[], query: string): FeedInstrument[] {
  const text = query.trim().toUpperCase().replace('/', '');
  if (text === '') return [];
  return list
    .flatMap((instrument) => {
      const rank = rankOf(instrument, text);
      return rank === null ? [] : [{ instrument, rank }];
    })
    .sort((a, b) => a.rank - b.rank || a.instrument.code.length - b.instrument.code.length)
    .slice(0, MAX_FOUND)
    .map(({ instrument }) => instrument);
}
