import type { ExchangeName } from '@moneytrail/contract';
import type { Logger } from 'pino';
import type { Db } from '../../../db/index.ts';
import { within } from '../../../deadline.ts';
import { runPeriodically } from '../run-periodically.ts';
import { releaseLease, takeLease } from '../store.ts';
import type { LiveTiming } from '../timing.ts';

/** The lease of a feed while it is ours. */
export type Lease = {
  exchange: ExchangeName;
  /** What this owner publishes and writes carries it; a later owner's is greater. */
  token: number;
  /** False from the moment on at which another process may have taken the feed. */
  isHeld: () => boolean;
};

/**
 * Keeps asking to own a feed. `lead` is called when the feed becomes ours; what it returns is called when it no longer
 * is, and ends the reading of the feed before anything else. An owner that cannot renew steps down before its lease
 * ends, so that a second one never starts beside it. Returns what stops it and gives the lease back.
 */
export function holdLease(
  deps: { db: Db; clock: { monotonicMs: () => number }; log: Logger },
  candidate: { exchange: ExchangeName; owner: string },
  timing: Pick<LiveTiming, 'leaseMs' | 'renewMs'>,
  lead: (lease: Lease) => () => Promise<void>,
): () => Promise<void> {
  const { db, clock, log } = deps;
  const { exchange } = candidate;
  let held: { token: number; end: () => Promise<void> } | null = null;
  let renewedMs = 0;
  const isRunning = () => clock.monotonicMs() < renewedMs + timing.leaseMs;

  async function stepDown(reason: string): Promise<void> {
    if (!held) return;
    log.warn({ ...candidate, reason }, 'the feed is no longer read here');
    const { end } = held;
    held = null;
    await end();
  }

  function begin(token: number): void {
    const isHeld = () => held?.token === token && isRunning();
    held = { token, end: async () => {} };
    try {
      held.end = lead({ exchange, token, isHeld });
    } catch (error) {
      held = null;
      throw error;
    }
  }

  async function renew(): Promise<void> {
    const askedMs = clock.monotonicMs();
    try {
      const asked = takeLease(db, { ...candidate, leaseMs: timing.leaseMs });
      const token = await within(asked, timing.renewMs);
      if (held && held.token !== token) await stepDown('its lease had ended');
      if (token === null) return;
      renewedMs = askedMs;
      if (!held) begin(token);
    } catch (error) {
      log.warn({ ...candidate, err: error }, 'the lease of the feed was not renewed');
      const hasTimeForAnother =
        clock.monotonicMs() + 2 * timing.renewMs < renewedMs + timing.leaseMs;
      if (!hasTimeForAnother) await stepDown('its lease could not be renewed');
    }
  }

  const onError = (error: unknown) => log.error({ ...candidate, err: error }, 'lease');
  const stop = runPeriodically(timing.renewMs, renew, onError);
  return async () => {
    await stop();
    if (!held) return;
    const { token, end } = held;
    held = null;
    await end();
    const given = releaseLease(db, { exchange, token });
    await given.catch((error: unknown) =>
      log.warn({ ...candidate, err: error }, 'lease not returned'),
    );
  };
}
