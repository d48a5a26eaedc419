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

const LOOPBACK = new Set(['127.0.0.1', '[::1]']);

/** The database that PostgreSQL's clients open by an address: its query may name another host, port or database. */
function nameOf(address: string): string {
  const { hostname, port, pathname, searchParams } = new URL(address);
  const given = (name: string, otherwise: string) => searchParams.get(name) || otherwise;
  const host = given('hostaddr', given('host', hostname)).toLowerCase().replace(/\.$/, '');
  const name = given('dbname', decodeURIComponent(pathname.slice(1)));
  return [LOOPBACK.has(host) ? 'localhost' : host, given('port', port || '5432'), name].join(' ');
}

/** Throws a `ConfigError` if a rehearsal would overwrite the product's database. */
export function backupOf(given: Settings): BackupConfig {
  const { BACKUP_DIR, BACKUP_EVERY, BACKUPS_KEPT, BACKUP_REHEARSAL_URL } = given;
  for (const setting of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    const own = given[setting];
    if (BACKUP_REHEARSAL_URL === undefined || own === undefined) continue;
    if (nameOf(BACKUP_REHEARSAL_URL) === nameOf(own)) {
      throw new ConfigError(`BACKUP_REHEARSAL_URL must not be ${setting}: what it holds is lost`);
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
