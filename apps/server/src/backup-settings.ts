import { ConfigError } from './config-error.ts';
import type { Settings } from './settings.ts';

/** Null: no backups. */
export type BackupConfig = {
  folder: string;
  every: 'hour' | 'day';
  kept: number;
  /** A PostgreSQL database for rehearsals of restores, which overwrite it. */
  rehearsalUrl: string | null;
} | null;

/** Compares addresses without user and password. */
function isSameDatabase(one: string, other: string): boolean {
  const nameOf = (address: string) => {
    const { hostname, port, pathname } = new URL(address);
    return [hostname.toLowerCase(), port || '5432', pathname].join(' ');
  };
  return nameOf(one) === nameOf(other);
}

/** Throws a `ConfigError` if a rehearsal would overwrite the product's database. */
export function backupOf(given: Settings): BackupConfig {
  const { BACKUP_DIR, BACKUP_EVERY, BACKUPS_KEPT, BACKUP_REHEARSAL_URL, DATABASE_URL } = given;
  if (BACKUP_REHEARSAL_URL !== undefined && DATABASE_URL !== undefined) {
    if (isSameDatabase(BACKUP_REHEARSAL_URL, DATABASE_URL)) {
      throw new ConfigError('BACKUP_REHEARSAL_URL must not be DATABASE_URL: what it holds is lost');
    }
  }
  if (BACKUP_DIR === undefined) return null;
  return {
    folder: BACKUP_DIR,
    every: BACKUP_EVERY,
    kept: BACKUPS_KEPT,
    rehearsalUrl: BACKUP_REHEARSAL_URL ?? null,
  };
}
