import { afterAll, beforeAll } from 'vitest';
import type { DatabaseHandle } from '../index.ts';
import { type DatabaseKind, openTestDatabase } from './test-database.ts';

/** A database that is opened before the tests of a suite and closed after them; to be used inside of hooks and tests. */
export function useTestDatabase(kind: DatabaseKind): DatabaseHandle {
  const database = {} as DatabaseHandle;
  beforeAll(async () => {
    Object.assign(database, await openTestDatabase(kind));
  });
  afterAll(() => database.close());
  return database;
}
