/** A bar that may carry a label on the time axis. `rank` grows with the unit that begins there. */
export type TimeCandidate = { index: number; rank: number; x: number };

function medianGap(places: readonly TimeCandidate[]): number {
  const gaps = places.slice(1).map((place, i) => place.x - (places[i]?.x ?? place.x));
  gaps.sort((a, b) => a - b);
  return gaps[Math.floor(gaps.length / 2)] ?? Number.POSITIVE_INFINITY;
}

function hasRoom(x: number, placed: readonly TimeCandidate[], minGapPx: number): boolean {
  return placed.every((other) => Math.abs(other.x - x) >= minGapPx);
}

/**
 * The bars that get a label: all of a rank or none of it, coarse ranks first, so that labels keep their bars while
 * the chart is panned; single ones give way to a coarser neighbour.
 *
 * @param candidates visible bars in order, without those at which nothing begins
 */
export function chooseTimeTicks(
  candidates: readonly TimeCandidate[],
  minGapPx: number,
): TimeCandidate[] {
  const placed: TimeCandidate[] = [];
  const ranks = [...new Set(candidates.map((candidate) => candidate.rank))].sort((a, b) => b - a);
  for (const rank of ranks) {
    const upToRank = candidates.filter((candidate) => candidate.rank >= rank);
    if (medianGap(upToRank) < minGapPx) break;
    for (const candidate of upToRank) {
      if (candidate.rank === rank && hasRoom(candidate.x, placed, minGapPx)) placed.push(candidate);
    }
  }
  return placed.sort((a, b) => a.x - b.x);
}
