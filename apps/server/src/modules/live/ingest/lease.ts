import type { ExchangeName } from '@moneytrail/contract';
import type { Logger } from 'pino';
import { repeat } from '../repeat.ts';
import { type LiveDb, releaseLease, takeLease } from '../store.ts';
import type { LiveTiming } from '../timing.ts';

/** What an owner does: `begin` when the feed becomes ours, the returned function when it no longer is. */
export type Duty = () => () => Promise<void>;

async function within<Value>(timeoutMs: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  });
  return await Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/**
 * Keeps asking to own a feed and does the duty while it does. An owner that cannot renew steps down before its lease
 * ends, so that a second one never starts beside it. Returns what stops it and gives the lease back.
 */
export function holdLease(
  deps: { db: LiveDb; clock: { now: () => number }; log: Logger },
  lease: { exchange: ExchangeName; owner: string },
  timing: Pick<LiveTiming, 'leaseMs' | 'renewMs'>,
  duty: Duty,
): () => Promise<void> {
  const { db, clock, log } = deps;
  let end: (() => Promise<void>) | null = null;
  let renewedMs = 0;

  async function stepDown(why: string): Promise<void> {
    if (!end) return;
    log.warn({ ...lease, why }, 'the feed is no longer read here');
    const ending = end;
    end = null;
    await ending();
  }

  async function ask(): Promise<void> {
    const askedMs = clock.now();
    try {
      const isOurs = await within(
        timing.renewMs,
        takeLease(db, { ...lease, leaseMs: timing.leaseMs }),
      );
      if (!isOurs) return await stepDown('another process owns it');
      renewedMs = askedMs;
      end ??= duty();
    } catch (error) {
      log.warn({ ...lease, err: error }, 'the lease of the feed was not renewed');
      const hasTimeForAnother = clock.now() + 2 * timing.renewMs < renewedMs + timing.leaseMs;
      if (!hasTimeForAnother) await stepDown('its lease could not be renewed');
    }
  }

  const stop = repeat(timing.renewMs, ask, (error) => log.error({ ...lease, err: error }, 'lease'));
  return async () => {
    await stop();
    const wasOwner = end !== null;
    await end?.();
    end = null;
    if (wasOwner) await releaseLease(db, lease).catch(() => log.warn(lease, 'lease not returned'));
  };
}
