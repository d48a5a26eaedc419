import { pipeline } from 'node:stream/promises';
import { BackupError } from './manifest.ts';
import { addressOf, startTool } from './postgres-tools.ts';
import { beginReplacing, commitRestored } from './store.ts';

/**
 * Puts a dump in the place of everything that a database holds and ends its sessions, in one transaction: where anything
 * fails, rows that are missing among it, the database is as it was. Throws a `BackupError` with the reason.
 */
export async function restoreDump(
  databaseUrl: string,
  path: string,
  { rows, ownPid, nowMs }: { rows: Record<string, number>; ownPid: number; nowMs: number },
): Promise<void> {
  const { argument, password } = addressOf(databaseUrl);
  const script = startTool(
    'pg_restore',
    ['--no-owner', '--no-privileges', '--clean', '--if-exists', '--file=-', path],
    { output: 'pipe' },
  );
  const target = startTool(
    'psql',
    ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-', argument],
    { input: 'pipe', password },
  );
  const { input } = target;
  const { output } = script;
  if (!input || !output) throw new Error('the programs have no pipes');
  // A program that ended says so itself.
  input.on('error', () => {});
  const feed = async () => {
    try {
      input.write(beginReplacing(ownPid));
      await pipeline(output, input, { end: false });
      await script.done;
      input.end(commitRestored(rows, nowMs));
    } catch (error) {
      script.child.kill();
      // What was not committed is taken back when the input ends.
      input.destroy();
      throw error;
    }
  };
  const failures: unknown[] = [];
  const note = (error: unknown) => void failures.push(error);
  await Promise.all([
    target.done.catch(note),
    script.done.catch((error) => script.child.killed || note(error)),
    feed().catch(note),
  ]);
  // A pipe breaks because one of the programs failed, which says why.
  if (failures.length > 0)
    throw failures.find((each) => each instanceof BackupError) ?? failures[0];
}
