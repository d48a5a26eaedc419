import type { Resolution } from '@moneytrail/calendar';
import type { BarColumns, BarService } from '../bars/index.ts';
import type { Instrument } from '../catalogue/index.ts';

export type NewestBars = {
  columns: BarColumns;
  /** Whether there are as many as wanted, or all there are: no failure cut the older ones off. */
  isWhole: boolean;
  /** Names the feed whose failure leaves the newest bars out. */
  warning: string | null;
};

/** The newest `count` bars before `untilMs` (now), the forming one included. */
export async function newestBars(
  bars: Pick<BarService, 'history'>,
  wanted: { instrument: Instrument; resolution: Resolution; count: number; untilMs?: number },
): Promise<NewestBars> {
  const { instrument, resolution, count, untilMs = Number.MAX_SAFE_INTEGER } = wanted;
  const { columns, nextTime, warning } = await bars.history({
    instrument,
    resolution,
    fromMs: untilMs,
    toMs: untilMs,
    limit: count,
    countBack: count,
  });
  return { columns, isWhole: columns.length >= count || nextTime === null, warning };
}

/** What is said where older bars exist and could not be read. */
export function missingOlderBars(instrument: Instrument): string {
  return `${instrument.exchange} is not reached, older bars of ${instrument.ticker} are missing`;
}
