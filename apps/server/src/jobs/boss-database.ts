import type pg from 'pg';
import type { Db } from 'pg-boss';

type Rows = { rows: Record<string, unknown>[] };

/** SQLSTATE of a row that is there already: pg-boss meets it whenever a singleton waits for another one. */
const UNIQUE_VIOLATION = '23505';

/** Like `pool.query`, which gives up the connection of any failed statement, but keeps it where a row was refused. */
async function query(pool: pg.Pool, text: string, values: unknown[] = []): Promise<Rows | Rows[]> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    return await client.query(text, values);
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // Several statements in one text have no values; they may leave a transaction open.
    const isSound = failure === undefined || (values.length > 0 && isRefusedRow(failure));
    client.release(isSound ? undefined : failure);
  }
}

function isRefusedRow(error: Error): boolean {
  return 'code' in error && error.code === UNIQUE_VIOLATION;
}

/**
 * A pool as pg-boss speaks to a database. Every connection also listens, so that a job is noticed when the transaction
 * that enqueued it has committed.
 */
export function bossDatabase(pool: pg.Pool): Db {
  return {
    async executeSql(text, values) {
      const result = await query(pool, text, values);
      // Several statements in one text answer a result each.
      const rows = Array.isArray(result) ? result.flatMap((each) => each.rows) : result.rows;
      for (const row of rows) {
        // An index lets one singleton run; this copy of who runs may be minutes old and would hold back the next one.
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
      // A connection that broke is replaced by one that listens before it is used. What was notified meanwhile is found
      // by polling: fetching at once would break the next connection where fetching is what broke this one.
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
