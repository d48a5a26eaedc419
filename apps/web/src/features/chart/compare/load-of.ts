import type { LoadState } from '@moneytrail/chart';
import { ApiError } from '../../../api/api-error.ts';
import type { ChartController } from '../controller/chart-controller.ts';

/** Of one that is hidden, or that the chart does not know yet. */
const NOTHING_LOADS: LoadState = { kind: 'idle' };

/** How the loading of an instrument that is compared stands; the same object until it stands otherwise. */
export function loadOf({ comparedReadings }: ChartController, symbol: string): LoadState {
  return comparedReadings.get().find((one) => one.symbol === symbol)?.load ?? NOTHING_LOADS;
}

/** Whether bars of one whose loading stands so are on the chart, all of them or what could be loaded. */
export function isDrawn(load: LoadState): boolean {
  if (load.kind === 'first') return load.hasBars;
  if (load === NOTHING_LOADS) return false;
  return load.kind !== 'failed' || load.part === 'older' || load.hasBars;
}

/** Whether an instrument is refused to who asks for it. */
export function isLock(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'SOURCE_LOCKED';
}
