/** A span of bar times, the end exclusive. */
export type Range = { fromMs: number; toMs: number };

/** The same moments as few ranges, ascending and apart from one another. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of [...ranges].sort((a, b) => a.fromMs - b.fromMs)) {
    const last = merged.at(-1);
    if (last && range.fromMs <= last.toMs) last.toMs = Math.max(last.toMs, range.toMs);
    else if (range.fromMs < range.toMs) merged.push({ ...range });
  }
  return merged;
}

/** What of a wanted range none of the others covers, ascending. */
export function missingRanges(covered: readonly Range[], wanted: Range): Range[] {
  const missing: Range[] = [];
  let fromMs = wanted.fromMs;
  for (const range of mergeRanges(covered)) {
    if (range.toMs <= fromMs) continue;
    if (range.fromMs >= wanted.toMs) break;
    if (range.fromMs > fromMs) missing.push({ fromMs, toMs: range.fromMs });
    fromMs = range.toMs;
  }
  if (fromMs < wanted.toMs) missing.push({ fromMs, toMs: wanted.toMs });
  return missing;
}
