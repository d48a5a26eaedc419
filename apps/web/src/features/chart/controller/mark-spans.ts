import { DAY_MS, historyWindowMs, type Resolution, resolutionMs } from '@moneytrail/calendar';
import type { MarkSpan } from '../../../api/queries.ts';

/** One answer covers at most so many windows of history. */
const WINDOWS_A_SPAN = 12;

/** Within it the vendor tells the final form of a bar that has closed. */
const SETTLING_MS = DAY_MS;

/**
 * The spans that cover everything from the oldest loaded bar to tomorrow, the oldest first. Their ends do not move while
 * a chart scrolls back, so that a span that was read is not read again.
 */
export function markSpans(firstBarMs: number, resolution: Resolution, nowMs: number): MarkSpan[] {
  const lengthMs = WINDOWS_A_SPAN * historyWindowMs(resolution);
  const endMs = Math.ceil(nowMs / DAY_MS) * DAY_MS + DAY_MS;
  const spans: MarkSpan[] = [];
  for (
    let fromMs = Math.floor(firstBarMs / lengthMs) * lengthMs;
    fromMs < endMs;
    fromMs += lengthMs
  ) {
    const toMs = Math.min(fromMs + lengthMs, endMs);
    spans.push({
      fromTs: Math.max(0, fromMs) / 1_000,
      toTs: toMs / 1_000,
      hasEnded: toMs + resolutionMs(resolution) + SETTLING_MS <= nowMs,
    });
  }
  return spans;
}
