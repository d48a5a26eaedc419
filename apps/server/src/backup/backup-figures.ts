import { SECOND_MS } from '@moneytrail/calendar';
import type { Metrics } from '../metrics.ts';
import { listBackups, readRehearsal } from './backup-folder.ts';

/** Adds how old the newest backup and the last rehearsal are: infinitely before the first, so that an alarm sees it. */
export function addBackupFigures(
  metrics: Pick<Metrics, 'add'>,
  folder: string,
  clock: { now: () => number },
): void {
  const ageOf = (at: string | undefined) => {
    const ageMs = at === undefined ? Number.POSITIVE_INFINITY : clock.now() - Date.parse(at);
    return [{ value: ageMs / SECOND_MS }];
  };
  metrics.add(
    { name: 'moneytrail_backup_age_seconds', help: 'Age of the newest whole backup.' },
    async () => ageOf((await listBackups(folder)).at(-1)?.manifest.createdAt),
  );
  metrics.add(
    {
      name: 'moneytrail_backup_rehearsal_age_seconds',
      help: 'Since when no restore was rehearsed with success.',
    },
    async () => ageOf((await readRehearsal(folder))?.rehearsedAt),
  );
}
