/** A stretch of time, the end exclusive. */
export type TimeWindow = { fromMs: number; toMs: number };

/** Cuts `[fromMs, toMs)` into windows of at most `lengthMs`, oldest first; none where nothing is asked. */
export function timeWindows({ fromMs, toMs }: TimeWindow, lengthMs: number): TimeWindow[] {
  const windows: TimeWindow[] = [];
  for (let startMs = fromMs; startMs < toMs; startMs += lengthMs) {
    windows.push({ fromMs: startMs, toMs: Math.min(startMs + lengthMs, toMs) });
  }
  return windows;
}

const DAY_MS = 86_400_000;

/** 00:00 UTC of the date that a moment has in UTC. */
export function utcDayMs(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

/** `YYYY-MM-DD` of a moment in UTC. */
export function utcDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
