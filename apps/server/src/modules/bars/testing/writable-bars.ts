import type { StoredResolution } from '@moneytrail/calendar';
import type { Bar } from '@moneytrail/contract';
import type { Instrument } from '../../catalogue/index.ts';
import { acceptBars } from '../accept-bars.ts';
import { type BarDeps, type BarService, createBars } from '../bar-service.ts';
import { type BarColumns, columnsOf } from '../columns/bar-columns.ts';

type BarWriteRequest = {
  instrument: Instrument;
  resolution: StoredResolution;
  bars: readonly Bar[] | BarColumns;
  /** What the feed has answered with these bars, `[coveredFromMs, coveredToMs)`; nothing is claimed where absent. */
  coveredFromMs?: number;
  coveredToMs?: number;
  /** An operator's own file is accepted as it is; outliers of a feed are quarantined. */
  isTrusted?: boolean;
};

/** The bars of a process to which a test or a bench brings bars as a feed would. */
export type WritableBars = BarService & {
  /** Lays bars over the stored ones; invalid ones are left out. Writing twice changes nothing. */
  write: (request: BarWriteRequest) => Promise<void>;
};

export function createWritableBars(deps: BarDeps): WritableBars {
  const service = createBars(deps);
  return {
    ...service,
    write: async ({ bars, coveredFromMs, coveredToMs, isTrusted, ...series }) => {
      const hasCoverage = coveredFromMs !== undefined && coveredToMs !== undefined;
      await acceptBars(
        { ...deps, written: service.written },
        {
          ...series,
          columns: 'time' in bars ? bars : columnsOf(bars),
          coverage: hasCoverage ? { fromMs: coveredFromMs, toMs: coveredToMs } : null,
          trust: isTrusted ? 'trusted' : 'filtered',
        },
      );
    },
  };
}
