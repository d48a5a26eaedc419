import type pg from 'pg';
import type { Db } from 'pg-boss';

type Rows = { rows: Record<string, unknown>[] };

/** SQLSTATE; pg-boss gets it whenever a singleton waits for another one. */
const UNIQUE_VIOLATION = '23505';

/** Like `pool.query`, but keeps the connection after a unique violation instead of discarding it. */
async function query(pool: pg.Pool, text: string, values: unknown[] = []): Promise<Rows | Rows[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await client.query(text, values);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A text without values may hold several statements and leave a transaction open.
    const isSound = failure === undefined || (values.length > 0 && isRefusedRow(failure));
    client.release(isSound ? undefined : failure);
  }
}

function isRefusedRow(error: Error): boolean {
  return 'code' in error && error.code === UNIQUE_VIOLATION;
}

/**
 * Adapts a pool to pg-boss. Every connection also listens, so that a job is noticed as soon as the transaction that
 * enqueued it commits.
 */
export function bossDatabase(pool: pg.Pool): Db {
  return {
    async executeSql(text, values) {
      const result = await query(pool, text, values);
      // Several statements in one text return one result each.
      const rows = Array.isArray(result) ? result.flatMap((each) => each.rows) : result.rows;
      for (const row of rows) {
        // A unique index enforces singletons; this cached list may be minutes old and would delay the next run.
        if ('singletonsActive' in row) row.singletonsActive = null;
      }
      return { rows };
    },
    async listen(channel, onNotification, onReconnect) {
      let isClosed = false;
      const listenOn = async (client: pg.ClientBase) => {
        if (isClosed) return;
        client.on('notification', ({ payload = '' }) => {
          if (!isClosed) onNotification(payload);
        });
        await client.query(`listen "${channel}"`);
      };
      // The replacement of a broken connection listens before it is used. Polling finds the jobs notified in between:
      // fetching at once could break the next connection too, if fetching broke this one.
      const { onConnect } = pool.options;
      pool.options.onConnect = async (client) => {
        await onConnect?.(client);
        await listenOn(client);
      };
      const client = await pool.connect();
      try {
        await listenOn(client);
      } finally {
        client.release();
      }
      onReconnect();
      return {
        close: async () => {
          isClosed = true;
        },
      };
    },
  };
}
