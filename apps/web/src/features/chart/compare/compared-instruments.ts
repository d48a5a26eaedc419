import type { ComparedInstrument, LoadState, StudyColour } from '@moneytrail/chart';
import { COMPARED_COLOURS, MOST_COMPARED } from '@moneytrail/chart/model';
import { ApiError } from '../../../api/api-error.ts';
import type { ChartController } from '../controller/chart-controller.ts';

type Compared = readonly ComparedInstrument[];

/** Adds an instrument in the first colour that no other one and no line over the prices has; null if there is no room. */
export function withCompared(
  compared: Compared,
  symbol: string,
  taken: readonly StudyColour[],
): Compared | null {
  if (compared.some((one) => one.symbol === symbol)) return compared;
  if (compared.length >= MOST_COMPARED) return null;
  const free = COMPARED_COLOURS.filter((colour) => compared.every((one) => one.colour !== colour));
  const colour = free.find((one) => !taken.includes(one)) ?? free[0] ?? COMPARED_COLOURS[0];
  return [...compared, { symbol, colour, isVisible: true }];
}

export function withoutCompared(compared: Compared, symbol: string): Compared {
  return compared.filter((one) => one.symbol !== symbol);
}

/** Shows or hides an instrument, which keeps its place and colour. */
export function toggledCompared(compared: Compared, symbol: string): Compared {
  return compared.map((one) =>
    one.symbol === symbol ? { ...one, isVisible: !one.isVisible } : one,
  );
}

/** For an instrument that is hidden or not known to the chart yet. */
const NOTHING_LOADS: LoadState = { kind: 'idle' };

/** The load state of a compared instrument; the same object until it changes. */
export function loadOf({ comparedReadings }: ChartController, symbol: string): LoadState {
  return comparedReadings.get().find((one) => one.symbol === symbol)?.load ?? NOTHING_LOADS;
}

/** Bars are on the chart, all of them or those that could be loaded. */
export function isDrawn(load: LoadState): boolean {
  if (load.kind === 'first') return load.hasBars;
  if (load === NOTHING_LOADS) return false;
  return load.kind !== 'failed' || load.part === 'older' || load.hasBars;
}

export function isSourceLocked(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === 'SOURCE_LOCKED';
}
