import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../backup/backup-folder.ts';
import { makeBackup } from '../backup/make-backup.ts';
import { readConfig } from '../config.ts';
import { commandLog } from './open-store.ts';
import { EXIT, runCommand, UsageError } from './run-command.ts';

const HELP = `Writes a backup of everything that is stored into a new folder.

  npm run backup -- --to FOLDER

PostgreSQL (DATABASE_URL) is backed up while the server runs, by pg_dump, which has to be installed; the embedded database
(DATA_DIR) while the server is stopped. With BACKUP_DIR a running server backs up either by itself. The backup holds what the database holds, personal data included, and that of an
embedded database its signing secret: keep it like the database itself. AUTH_SECRET is not in it.`;

async function backup(): Promise<number> {
  const { values } = parseArgs({ options: { to: { type: 'string' } } });
  if (!values.to) throw new UsageError('Say where with --to FOLDER.');
  const { databaseDirectUrl: databaseUrl, dataDir } = readConfig(process.env);
  const place = { databaseUrl, dataDir, log: commandLog };
  const { folder, manifest } = await makeBackup(place, resolve(values.to), Date.now());
  const tables = Object.values(manifest.rows);
  const rows = tables.reduce((sum, count) => sum + count, 0);
  console.log(`${folder}: ${rows} rows of ${tables.length} tables.`);
  return EXIT.done;
}

await runCommand(HELP, backup, (error): error is Error => error instanceof BackupError);
