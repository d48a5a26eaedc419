import { nextBarTime } from '@moneytrail/calendar';
import { timeAt } from './columns/bar-columns.ts';
import { type AcceptDeps, acceptBars, type Delivery } from './fill/accept-bars.ts';
import { noteImport } from './store/bar-imports.ts';
import { readFacts, writeFacts } from './store/series.ts';

type Import = Pick<Delivery, 'instrument' | 'resolution' | 'columns'> & {
  /** Whether a simulator told these prices. */
  isSimulated: boolean;
};

/**
 * Stores an operator's own bars in one transaction. They are believed as they are, and the feed is not asked for the
 * stretch between the first and the last of them, nor later to repair it. Simulated bars keep their label, and are never mixed with real ones:
 * where the series holds such, nothing is stored and false is answered.
 */
export async function importBars(
  deps: Omit<AcceptDeps, 'written'>,
  { instrument, resolution, columns, isSimulated }: Import,
): Promise<boolean> {
  if (columns.length === 0) return true;
  if (isSimulated) {
    const key = { instrumentId: instrument.id, resolution };
    if ((await readFacts(deps.db, key)).isSimulated === false) return false;
    await writeFacts(deps.db, key, { isSimulated });
  }
  const lastTime = timeAt(columns, columns.length - 1);
  const coverage = {
    fromMs: timeAt(columns, 0),
    toMs: nextBarTime(instrument.hours, resolution, lastTime),
  };
  await noteImport(deps.db, { instrumentId: instrument.id, resolution }, coverage);
  await acceptBars(
    { ...deps, written: () => undefined },
    { instrument, resolution, columns, coverage, trust: 'given' },
  );
  return true;
}
