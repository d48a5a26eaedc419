import { Kysely, PostgresDialect, sql } from 'kysely';
import { within } from '../deadline.ts';
import type { Log } from '../log.ts';
import type { Clock } from '../steady-clock.ts';
import { createPool } from './pool.ts';
import type { Database } from './schema.ts';

/** A copy of the database that follows it, for reads whose callers can tell whether a row is too old. */
export type ReadReplica = {
  /** The result of a read; null if the replica is away, fails or is late. The primary then answers. */
  read: <T>(query: (db: Kysely<Database>) => Promise<T>) => Promise<T | null>;
  close: () => Promise<void>;
};

type ReplicaDeps = {
  /** The primary. */
  db: Kysely<Database>;
  clock: Pick<Clock, 'monotonicMs'>;
  log: Log;
};

type ReplicaSettings = {
  url: string;
  maxConnections: number;
  /** The longest wait of a reader for the replica before the primary answers, ms. */
  patienceMs?: number;
};

/** Below what a reader notices; only reads that are under way when a replica freezes wait for it. */
const PATIENCE_MS = 250;
const PROBE_AGAIN_MS = 2_000;
const CONNECT_TIMEOUT_MS = 2_000;
const QUERY_TIMEOUT_MS = 3_000;

/** The time of the first migration, which a database shares with its copies alone. */
async function identityOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ identity: string }>`
    select name || ' ' || timestamp as identity from kysely_migration order by name limit 1
  `.execute(db);
  return rows[0]?.identity ?? '';
}

/**
 * Connects to a read replica. It is used once a probe has found that it is a copy of the primary, and rests after a
 * failure until a probe succeeds. Probes run in the background, so no reader waits for a replica that is away.
 */
export function openReadReplica(
  { db, clock, log }: ReplicaDeps,
  { url, maxConnections, patienceMs = PATIENCE_MS }: ReplicaSettings,
): ReadReplica {
  const pool = createPool(
    // Its end is noticed by the next read.
    { log: { error: () => undefined } },
    {
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
    },
  );
  const replica = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  let isUsable = false;
  let isProbing = false;
  let probedAtMs = Number.NEGATIVE_INFINITY;
  /** The last message; each is logged once until the next one. */
  let told = '';

  function tell(level: keyof Log, message: string, detail: object = {}): void {
    if (message === told) return;
    told = message;
    log[level](detail, message);
  }

  function rest(err: unknown): void {
    isUsable = false;
    tell('warn', 'the read replica is away; the primary answers', { err });
  }

  async function probe(): Promise<void> {
    isProbing = true;
    try {
      const [own, copied] = await Promise.all([identityOf(db), identityOf(replica)]);
      isUsable = own !== '' && own === copied;
      if (isUsable) tell('info', 'the read replica is used');
      else tell('error', 'DATABASE_READ_URL is no copy of DATABASE_URL; the primary answers');
    } catch (error) {
      rest(error);
    } finally {
      probedAtMs = clock.monotonicMs();
      isProbing = false;
    }
  }

  const probing = probe();

  return {
    read: async (query) => {
      if (!isUsable) {
        if (!isProbing && clock.monotonicMs() - probedAtMs >= PROBE_AGAIN_MS) void probe();
        return null;
      }
      try {
        return await within(query(replica), patienceMs);
      } catch (error) {
        // Several reads may fail at once: only the first ends the use.
        if (isUsable) {
          rest(error);
          probedAtMs = clock.monotonicMs();
        }
        return null;
      }
    },
    close: async () => {
      await probing;
      await pool.end();
    },
  };
}
