import type { FeedSettings } from '../settings.ts';
import type { CallLimit } from './token-bucket.ts';

/** A limit for every call, and others for calls that name one. */
export type CallLimits = { default: CallLimit } & Record<string, CallLimit>;

/** A stand-in on this machine has no plan; the limit only keeps a runaway loop from filling the log. */
const SIMULATOR_LIMIT: CallLimit = { calls: 6_000, perMs: 60_000 };
/** An outage must not use up what history is read with, nor be prolonged because that is used up. */
const PROBE_LIMIT: CallLimit = { calls: 60, perMs: 60_000 };
/** Live quotes are asked for in a steady rhythm; reading history must not push them aside. */
const QUOTES_SHARE = 0.4;

function split({ calls, perMs }: CallLimit): CallLimits {
  return {
    default: { calls: Math.max(1, calls * (1 - QUOTES_SHARE)), perMs },
    quotes: { calls: Math.max(1, calls * QUOTES_SHARE), perMs },
  };
}

/**
 * The limits in force: the plan's where it is set, else the vendor's own; a simulator is not held back.
 * A vendor that is polled gives part of its limit to `quotes`. Calls named `probe` have an account of their own.
 */
export function limitsOf(
  settings: FeedSettings,
  vendor: CallLimits,
  { isPolled = false } = {},
): CallLimits {
  const plan = settings.isSimulated ? SIMULATOR_LIMIT : undefined;
  const limit = settings.callLimit ?? plan;
  const limits: CallLimits = limit ? { default: limit } : vendor;
  return { ...limits, ...(isPolled ? split(limits.default) : {}), probe: PROBE_LIMIT };
}
