import { type Db, isStorageError } from '../../db/index.ts';
import type { ErrorRow } from './entry.ts';
import { addErrors } from './store.ts';

type Deps = {
  db: Db;
  log: { warn: (detail: object, message: string) => void };
};

/**
 * Classes of SQLSTATE that tell of the database and not of the row: connection, transaction, names and rights, resources,
 * operator, system.
 */
const NOT_OF_THE_ROW = ['08', '25', '28', '40', '42', '53', '55', '57', '58', '3D', '3F'];

function isOfTheRow(error: unknown): boolean {
  if (!(error instanceof Error && isStorageError(error))) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code.length === 5 && !NOT_OF_THE_ROW.includes(code.slice(0, 2));
}

/** Row by row; one that is refused is dropped and logged. Answers those that are still to be stored, and why. */
async function storeEach(
  { db, log }: Deps,
  rows: readonly ErrorRow[],
): Promise<{ left: readonly ErrorRow[]; cause: unknown }> {
  for (const [index, row] of rows.entries()) {
    try {
      await addErrors(db, [row]);
    } catch (error) {
      if (!isOfTheRow(error)) return { left: rows.slice(index), cause: error };
      const { source, fingerprint } = row;
      log.warn({ err: error, of: source, fingerprint }, 'a failure was refused and is lost');
    }
  }
  return { left: [], cause: null };
}

/**
 * Stores rows, all at once where that is possible; one that the database refuses keeps no other from being stored. Answers
 * those that can be stored later, with the reason; none as a rule.
 */
export async function storeRows(
  deps: Deps,
  rows: readonly ErrorRow[],
): Promise<{ left: readonly ErrorRow[]; cause: unknown }> {
  try {
    await addErrors(deps.db, rows);
    return { left: [], cause: null };
  } catch (error) {
    return isOfTheRow(error) ? storeEach(deps, rows) : { left: rows, cause: error };
  }
}
