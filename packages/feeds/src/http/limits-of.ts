import type { FeedSettings } from '../settings.ts';
import type { CallLimit } from './token-bucket.ts';

/** A stand-in on this machine has no plan; the limit only keeps a runaway loop from filling the log. */
const SIMULATOR_LIMIT: CallLimit = { calls: 6_000, perMs: 60_000 };

/** The limits in force: the plan's where it is set, else the vendor's smallest; a simulator is not held back. */
export function limitsOf<Limits extends { default: CallLimit } & Record<string, CallLimit>>(
  settings: FeedSettings,
  vendor: Limits,
): { default: CallLimit } & Record<string, CallLimit> {
  if (settings.callLimit) return { default: settings.callLimit };
  return settings.isSimulated ? { default: SIMULATOR_LIMIT } : vendor;
}
