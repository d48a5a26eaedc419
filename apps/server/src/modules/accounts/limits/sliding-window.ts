/** At most `max` in any `windowMs`. */
export type Window = { max: number; windowMs: number };

/** Moments of what was let through, oldest first. */
export type Hits = readonly number[];

export type WindowVerdict = { hits: Hits; isAllowed: boolean; retryAtMs: number };

/** When the next one fits into a window, given what was let through. */
function freeAt({ max, windowMs }: Window, hits: Hits, nowMs: number): number {
  const inside = hits.filter((hitMs) => hitMs > nowMs - windowMs);
  const blocking = inside[inside.length - max];
  return blocking === undefined ? nowMs : blocking + windowMs;
}

/** Lets one more through if every window has room; `retryAtMs` is when all have, now where they do. */
export function takeFromWindows(
  windows: readonly Window[],
  hits: Hits,
  nowMs: number,
): WindowVerdict {
  const longestMs = Math.max(...windows.map(({ windowMs }) => windowMs));
  const kept = hits.filter((hitMs) => hitMs > nowMs - longestMs);
  const retryAtMs = Math.max(...windows.map((window) => freeAt(window, kept, nowMs)));
  const isAllowed = retryAtMs <= nowMs;
  return { hits: isAllowed ? [...kept, nowMs] : kept, isAllowed, retryAtMs };
}
