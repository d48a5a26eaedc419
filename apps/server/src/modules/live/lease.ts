import type { ExchangeName } from '@moneytrail/contract';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../db/index.ts';
import { within } from '../../deadline.ts';
import { runPeriodically } from './run-periodically.ts';
import type { LiveTiming } from './timing.ts';

/** The lease of a feed that this process owns. */
export type Lease = {
  exchange: ExchangeName;
  /** Fencing token of everything that this owner publishes and writes; each later owner's is greater. */
  token: number;
  /** False as soon as another process may own the feed. */
  isHeld: () => boolean;
};

/**
 * Keeps trying to own a feed. `lead` is called when this process becomes the owner; the function it returns is called
 * when it no longer is, and must stop the reading of the feed first of all. An owner that cannot renew steps down before
 * its lease ends, so that there are never two. Returns a function that stops and gives the lease back.
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

  const onError = (error: unknown) =>
    log.error({ ...candidate, err: error }, 'the renewal of the lease failed');
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

/** The database's clock decides, as the clocks of machines differ. */
const DATABASE_NOW_MS = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Takes or renews the lease of a feed and answers its fencing token; null while another owner's lease runs. The token
 * grows whenever the owner changes or the lease had ended.
 */
export async function takeLease(
  db: Db,
  lease: { exchange: ExchangeName; owner: string; leaseMs: number },
): Promise<number | null> {
  const { exchange, owner } = lease;
  const expires_at_ms = sql<number>`${DATABASE_NOW_MS} + ${lease.leaseMs}::bigint`;
  const hasEnded = sql<boolean>`feed_leases.expires_at_ms < ${DATABASE_NOW_MS}`;
  const taken = await db
    .insertInto('feed_leases')
    .values({ exchange, owner, expires_at_ms, token: 1 })
    .onConflict((conflict) =>
      conflict
        .column('exchange')
        .doUpdateSet({
          owner,
          expires_at_ms,
          token: sql`feed_leases.token + case when ${hasEnded} then 1 else 0 end`,
        })
        .where((where) => where.or([where('feed_leases.owner', '=', owner), hasEnded])),
    )
    .returning('token')
    .executeTakeFirst();
  return taken?.token ?? null;
}

/** Ends a lease, so that another process need not wait for its end; the row keeps its token. */
export async function releaseLease(
  db: Db,
  lease: Pick<Lease, 'exchange' | 'token'>,
): Promise<void> {
  await db
    .updateTable('feed_leases')
    .set({ expires_at_ms: 0 })
    .where('exchange', '=', lease.exchange)
    .where('token', '=', lease.token)
    .execute();
}

/** Whether no later owner has taken the feed. */
export async function isNewestLease(
  transaction: Db,
  lease: Pick<Lease, 'exchange' | 'token'>,
): Promise<boolean> {
  const held = await transaction
    .selectFrom('feed_leases')
    .select('token')
    .where('exchange', '=', lease.exchange)
    .executeTakeFirst();
  return held?.token === lease.token;
}
