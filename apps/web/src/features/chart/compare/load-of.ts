import type { LoadState } from '@moneytrail/chart';
import { ApiError } from '../../../api/api-error.ts';
import type { ChartController } from '../controller/chart-controller.ts';

const NOTHING_LOADS: LoadState = { kind: 'idle' };

/** How the loading of an instrument that is compared stands; the same object until it stands otherwise. */
export function loadOf({ comparedReadings }: ChartController, symbol: string): LoadState {
  return comparedReadings.get().find((one) => one.symbol === symbol)?.load ?? NOTHING_LOADS;
}

/** Whether an instrument is refused to who asks for it. */
export function isLock(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'SOURCE_LOCKED';
}
