import { nextBarTime } from '@moneytrail/calendar';
import { timeAt } from './columns/bar-columns.ts';
import { type AcceptDeps, acceptBars, type Delivery } from './fill/accept-bars.ts';

/**
 * Stores an operator's own bars in one transaction. They are believed as they are, and the feed is not asked for the
 * stretch between the first and the last of them.
 */
export async function importBars(
  deps: Omit<AcceptDeps, 'written'>,
  { instrument, resolution, columns }: Pick<Delivery, 'instrument' | 'resolution' | 'columns'>,
): Promise<void> {
  if (columns.length === 0) return;
  const lastTime = timeAt(columns, columns.length - 1);
  const coverage = {
    fromMs: timeAt(columns, 0),
    toMs: nextBarTime(instrument.hours, resolution, lastTime),
  };
  await acceptBars(
    { ...deps, written: () => undefined },
    { instrument, resolution, columns, coverage, isQuarantining: false },
  );
}
