/** All kinds of outages: of the page's network or the page itself, of the server's process, of the vendors. */
const KINDS = [
  { part: 'page', how: 'drop' },
  { part: 'page', how: 'silent' },
  { part: 'page', how: 'forgotten' },
  { part: 'page', how: 'slow' },
  { part: 'page', how: 'halfClose' },
  { part: 'page', how: 'offline' },
  { part: 'page', how: 'frozen' },
  { part: 'server', how: 'killed' },
  { part: 'server', how: 'stopped' },
  { part: 'server', how: 'terminated' },
  { part: 'feed', how: 'drop' },
  { part: 'feed', how: 'silent' },
  { part: 'feed', how: 'forgotten' },
  { part: 'feed', how: 'slow' },
  { part: 'feed', how: 'halfClose' },
] as const;

export type OutageKind = (typeof KINDS)[number];
export type Outage = OutageKind & {
  seconds: number;
  /** The time before the outage. */
  quietSeconds: number;
};

export type PlanSize = { count: number; shortestS: number; longestS: number; quietS: number };

/** A reproducible sequence of numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const ranked = items.map((item) => ({ item, rank: random() }));
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}

/**
 * Outages of all kinds in random order; no kind repeats before all have come once. Their lengths are random, one from
 * each of `count` equal parts of the logarithmic span, so that even few outages include short and long ones.
 */
export function planOutages(seed: number, size: PlanSize): Outage[] {
  const { count, shortestS, longestS, quietS } = size;
  const random = createRandom(seed);
  const kinds: OutageKind[] = [];
  while (kinds.length < count) kinds.push(...shuffled(KINDS, random));
  const lengths = Array.from({ length: count }, (_, part) => {
    const share = (part + random()) / count;
    return Math.round(shortestS * (longestS / shortestS) ** share);
  });
  return shuffled(lengths, random).map((seconds, at) => ({
    ...(kinds[at] ?? KINDS[0]),
    seconds,
    quietSeconds: Math.round(random() * quietS),
  }));
}
