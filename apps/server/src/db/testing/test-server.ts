import pg from 'pg';

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/postgres';
const ADMIN_URL = process.env.TEST_DATABASE_URL ?? DEFAULT_URL;
/** Generous: a stopped server refuses at once, and a busy machine is slow. */
const CONNECT_TIMEOUT_MS = 30_000;

export const silentLog = { error: () => undefined, warn: () => undefined };

/** Names the host without the password, and says how to start PostgreSQL. */
function notReached(error: unknown): Error {
  const { host } = new URL(ADMIN_URL);
  const why = error instanceof Error ? error.message : String(error);
  return new Error(
    `These tests need PostgreSQL, and the one at ${host} cannot be used: ${why}. Start it (npm test starts one of its own), or name another in TEST_DATABASE_URL.`,
    { cause: error },
  );
}

export function addressOf(database: string): string {
  const url = new URL(ADMIN_URL);
  url.pathname = `/${database}`;
  return url.href;
}

/** Runs a statement as administrator. Throws with instructions if PostgreSQL is not running. */
export async function run(statement: string): Promise<void> {
  const client = new pg.Client({
    connectionString: ADMIN_URL,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    await client.connect().catch((error: unknown) => {
      throw notReached(error);
    });
    await client.query(statement);
  } finally {
    await client.end();
  }
}
