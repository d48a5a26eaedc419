import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { DatabaseHandle } from '../db/index.ts';
import { defineScheduled, type Job } from '../jobs/index.ts';
import { BackupError, listBackups, noteRehearsal, removeOldBackups } from './backup-folder.ts';
import { makeBackup } from './make-backup.ts';
import { rehearseRestore } from './rehearse-restore.ts';

type Deps = {
  config: Pick<Config, 'backup' | 'databaseDirectUrl' | 'dataDir'>;
  copyFiles: DatabaseHandle['copyFiles'];
  clock: { now: () => number };
  log: Pick<Logger, 'error'>;
  secret: string;
};

const SCHEDULES = { hour: '37 * * * *', day: '37 2 * * *' };
const LONGEST_SECONDS = 3 * 60 * 60;

/** Scheduled backups into the configured folder, and the weekly rehearsal of a restore; none without a folder. */
export function backupJobs({ config, copyFiles, clock, log, secret }: Deps): Job[] {
  const { backup, databaseDirectUrl: databaseUrl, dataDir } = config;
  if (backup === null) return [];
  const make = defineScheduled({
    name: 'backup.make-backup',
    schedule: SCHEDULES[backup.every],
    expireInSeconds: LONGEST_SECONDS,
    handler: async () => {
      await makeBackup({ databaseUrl, dataDir, log }, backup.folder, clock.now(), copyFiles);
      await removeOldBackups(backup.folder, backup.kept, clock.now());
    },
  });
  // On PostgreSQL a rehearsal needs another database to restore into.
  if (databaseUrl !== null && backup.rehearsalUrl === null) return [make];
  const rehearse = defineScheduled({
    name: 'backup.rehearse-restore',
    schedule: '7 3 * * 0',
    expireInSeconds: LONGEST_SECONDS,
    handler: async () => {
      const newest = (await listBackups(backup.folder)).at(-1);
      if (!newest) throw new BackupError(`${backup.folder} holds no whole backup.`);
      const from = newest.folder;
      const place = databaseUrl === null ? null : backup.rehearsalUrl;
      const places = { databaseUrl: place, productUrl: databaseUrl };
      await rehearseRestore({ from, ...places, log, clock, secret });
      const rehearsedAt = new Date(clock.now()).toISOString();
      await noteRehearsal(backup.folder, { rehearsedAt, backup: newest.manifest.createdAt });
    },
  });
  return [make, rehearse];
}
