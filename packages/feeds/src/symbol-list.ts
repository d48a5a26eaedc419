import type { FeedInstrument } from './feed.ts';

const KEPT_MS = 3_600_000;
const MAX_FOUND = 50;

/** A list that is read once an hour, by one reader at a time; a failure is not kept. */
export function keepForAnHour<Value>(
  deps: { now: () => number },
  read: () => Promise<Value>,
): () => Promise<Value> {
  let kept: { value: Promise<Value>; untilMs: number } | null = null;
  return () => {
    if (kept && deps.now() < kept.untilMs) return kept.value;
    const value = read();
    kept = { value, untilMs: deps.now() + KEPT_MS };
    value.catch(() => {
      if (kept?.value === value) kept = null;
    });
    return value;
  };
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
