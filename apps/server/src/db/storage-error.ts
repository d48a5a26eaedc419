import pg from 'pg';

/** node-postgres messages for a broken or unavailable connection, and for the rollback that follows. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|the embedded database ended|Client .* is not queryable)/;
const UNREACHABLE = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
];
/** Transient SQLSTATE classes: connection, transaction rollback, resources, operator intervention, system. */
const PASSING = ['08', '40', '53', '57', '58'];

/** True if an error comes from the database or the connection to it. */
export function isStorageError(error: Error): boolean {
  return error instanceof pg.DatabaseError || CONNECTION_LOST.test(error.message);
}

/** True if the database is unreachable or temporarily unable to work. */
export function isStorageUnavailable(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.includes((error.code ?? '').slice(0, 2));
  const code = 'code' in error ? String(error.code) : '';
  return CONNECTION_LOST.test(error.message) || UNREACHABLE.includes(code);
}
