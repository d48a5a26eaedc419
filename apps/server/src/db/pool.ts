import pg from 'pg';
import type { Log } from '../log.ts';

const INT8 = 20;
const DATE = 1_082;

/**
 * Value types on both databases: int8 as number (times and counts stay below 2^53), dates as `YYYY-MM-DD`, everything
 * else as node-postgres parses it.
 */
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === INT8) return Number;
    if (oid === DATE) return (text: string) => text;
    return pg.types.getTypeParser(oid, format);
  }) as typeof pg.types.getTypeParser,
};

/**
 * Ends a connection after a query timeout: the answer may never come, and later queries would wait behind it.
 */
function leaveWhenSilent(client: pg.Client): void {
  const ask = client.query.bind(client) as (...args: unknown[]) => unknown;
  const query = (...args: unknown[]) => {
    const answer = ask(...args);
    if (answer instanceof Promise) {
      answer.catch((error: unknown) => {
        const isSilent = error instanceof Error && error.message === 'Query read timeout';
        if (isSilent) client.end().catch(() => undefined);
      });
    }
    return answer;
  };
  client.query = query as typeof client.query;
}

/** A node-postgres pool with the product's value types. */
export function createPool(
  dependencies: { log: Pick<Log, 'error'> },
  settings: pg.PoolConfig,
): pg.Pool {
  const pool = new pg.Pool({ ...settings, types: TYPES });
  // An idle connection that breaks is replaced by the next query; without a listener the error would end the process.
  pool.on('error', (error) => dependencies.log.error({ err: error }, 'database connection lost'));
  pool.on('connect', (client) => {
    leaveWhenSilent(client);
    // A broken connection fails its running query; between queries this is the only listener.
    client.on('error', () => undefined);
  });
  return pool;
}
