import type { Watchlist, WatchlistEntry } from '@moneytrail/contract';

export type WatchlistData = Pick<Watchlist, 'name' | 'colour' | 'entries'>;

/** The keys of entries, which survive changes of the list; equal headings are told apart by their number. */
export function keysOf(entries: readonly WatchlistEntry[]): string[] {
  const counts = new Map<string, number>();
  return entries.map((entry) => {
    if (entry.kind === 'symbol') return `symbol ${entry.symbol}`;
    const count = counts.get(entry.name) ?? 0;
    counts.set(entry.name, count + 1);
    return `section ${count} ${entry.name}`;
  });
}

function keyed(entries: readonly WatchlistEntry[]): Map<string, WatchlistEntry> {
  const keys = keysOf(entries);
  return new Map(entries.map((entry, index) => [keys[index] ?? '', entry]));
}

type Keyed = ReadonlyMap<string, WatchlistEntry>;

/** Whether the entries that both lists have stand in another order. */
function isReordered(base: Keyed, changed: Keyed): boolean {
  const before = [...base.keys()].filter((key) => changed.has(key));
  const after = [...changed.keys()].filter((key) => base.has(key));
  return before.some((key, index) => key !== after[index]);
}

/** Puts each added key behind the one that it follows in its own list. */
function withAdded(keys: string[], from: Keyed, isAdded: (key: string) => boolean): string[] {
  const merged = [...keys];
  let before: string | null = null;
  for (const key of from.keys()) {
    if (isAdded(key) && !merged.includes(key)) {
      const place: number = before === null ? 0 : merged.indexOf(before) + 1;
      merged.splice(place, 0, key);
    }
    if (merged.includes(key)) before = key;
  }
  return merged;
}

function mergeEntries(
  before: readonly WatchlistEntry[],
  own: readonly WatchlistEntry[],
  other: readonly WatchlistEntry[],
): WatchlistEntry[] {
  const [base, mine, theirs] = [keyed(before), keyed(own), keyed(other)];
  const [main, added] = isReordered(base, mine) ? [mine, theirs] : [theirs, mine];
  const isKept = (key: string) => !base.has(key) || (mine.has(key) && theirs.has(key));
  const keys = withAdded(
    [...main.keys()].filter(isKept),
    added,
    (key) => !base.has(key) && !main.has(key),
  );
  return keys.flatMap((key) => {
    const [was, my, their] = [base.get(key), mine.get(key), theirs.get(key)];
    const isMine = my && (!their || JSON.stringify(my) !== JSON.stringify(was));
    const entry = isMine ? my : their;
    return entry ? [entry] : [];
  });
}

/**
 * A list that two devices have changed since `base`: additions and removals of both count, and what both have changed is as
 * `mine` has it. Entries stand in the order of `mine` if it has moved any, otherwise in that of `theirs`.
 */
export function mergeWatchlist(
  base: WatchlistData,
  mine: WatchlistData,
  theirs: WatchlistData,
): WatchlistData {
  return {
    name: mine.name === base.name ? theirs.name : mine.name,
    colour: mine.colour === base.colour ? theirs.colour : mine.colour,
    entries: mergeEntries(base.entries, mine.entries, theirs.entries),
  };
}
