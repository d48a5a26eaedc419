import {
  DAY_MS,
  type MarketHours,
  type Resolution,
  type Session,
  type Span,
  sessionOf,
  tradingDateOf,
  tradingDayUntil,
} from '@moneytrail/calendar';
import type { TimeFrame } from './time-frames.ts';

/** A time frame that waits for the bars of its interval. */
export type WantedFrame = {
  frame: TimeFrame;
  /** What was open when it was asked for. */
  ticker: string;
  askedAt: Resolution;
};

/** Whether somebody has asked for something else since. */
export function isSuperseded(
  { frame, ticker, askedAt }: WantedFrame,
  now: { ticker: string; resolution: Resolution },
): boolean {
  if (now.ticker !== ticker) return true;
  return now.resolution !== askedAt && now.resolution !== frame.resolution;
}

/** The newest session that has begun. */
function lastSession(hours: MarketHours, nowMs: number): Session {
  const dayMs = tradingDayUntil(hours, tradingDateOf(hours, nowMs));
  const session = sessionOf(hours, dayMs);
  return session.openMs <= nowMs
    ? session
    : sessionOf(hours, tradingDayUntil(hours, dayMs - DAY_MS));
}

/** The span of a time frame: it ends with the present; one day is the last session, or 24 hours where none ends. */
export function spanOf({ spanMs }: TimeFrame, hours: MarketHours, nowMs: number): Span {
  if (spanMs > DAY_MS || hours.days === 'all') return { fromMs: nowMs - spanMs, toMs: nowMs };
  const { openMs, closeMs } = lastSession(hours, nowMs);
  return { fromMs: openMs, toMs: Math.min(closeMs, nowMs) };
}
