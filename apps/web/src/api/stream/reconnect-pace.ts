const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
const JITTER = 0.25;

/** How long to wait before the n-th attempt in a row (0 first): 1, 2, 4 … 30 s, a quarter either way. */
export function reconnectDelayMs(attempt: number, random: () => number): number {
  const base = Math.min(FIRST_MS * 2 ** attempt, LONGEST_MS);
  return base * (1 + (random() * 2 - 1) * JITTER);
}
