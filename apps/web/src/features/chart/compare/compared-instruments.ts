import type { ComparedInstrument, LoadState } from '@moneytrail/chart';
import { COMPARED_COLOURS, MOST_COMPARED } from '@moneytrail/chart/model';
import { ApiError } from '../../../api/api-error.ts';
import type { ChartController } from '../controller/chart-controller.ts';

type Compared = readonly ComparedInstrument[];

/** One more instrument, in the first colour that is free; null where there is room for no more. */
export function withCompared(compared: Compared, symbol: string): Compared | null {
  if (compared.some((one) => one.symbol === symbol)) return compared;
  if (compared.length >= MOST_COMPARED) return null;
  const free = COMPARED_COLOURS.find((colour) => compared.every((one) => one.colour !== colour));
  return [...compared, { symbol, colour: free ?? COMPARED_COLOURS[0], isVisible: true }];
}

export function withoutCompared(compared: Compared, symbol: string): Compared {
  return compared.filter((one) => one.symbol !== symbol);
}

/** Shows what was hidden, or hides it; its place and colour stay. */
export function toggledCompared(compared: Compared, symbol: string): Compared {
  return compared.map((one) =>
    one.symbol === symbol ? { ...one, isVisible: !one.isVisible } : one,
  );
}

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
