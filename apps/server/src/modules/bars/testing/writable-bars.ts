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
  /** The span that the feed has answered for, `[coveredFromMs, coveredToMs)`; none by default. */
  coveredFromMs?: number;
  coveredToMs?: number;
  /** An operator's bars are accepted unchecked; outliers of a feed are quarantined. */
  isTrusted?: boolean;
};

/** The bars of a process, to which a test or a benchmark writes as a feed would. */
export type WritableBars = BarService & {
  /** Merges bars into the stored ones, without invalid ones. Idempotent. */
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
