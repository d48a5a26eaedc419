import pg from 'pg';

/** What node-postgres says of a connection that broke or could not be had in time, and of the rollback that follows. */
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
/** Classes of SQLSTATE that pass by themselves: connection, rolled back for others, resources, operator intervention, system. */
const PASSING = ['08', '40', '53', '57', '58'];

/** Whether an error is what the database, or the way to it, said. */
export function isStorageError(error: Error): boolean {
  return error instanceof pg.DatabaseError || CONNECTION_LOST.test(error.message);
}

/** Whether an error says that the database cannot be reached or cannot work now, and may later. */
export function isStorageUnavailable(error: Error): boolean {
  if (error instanceof pg.DatabaseError) return PASSING.includes((error.code ?? '').slice(0, 2));
  const code = 'code' in error ? String(error.code) : '';
  return CONNECTION_LOST.test(error.message) || UNREACHABLE.includes(code);
}
