import { SECOND_MS } from '@moneytrail/calendar';
import type { HistoryAnswer } from '@moneytrail/contract';

export type UdfBar = HistoryAnswer['Data'][number];

/** Bars as columns, with the times that `told` gives them; without volumes where none is known. */
export function tableOf(bars: readonly UdfBar[], told: (timeMs: number) => number): object {
  const hasVolume = bars.some(({ volume }) => volume !== null);
  return {
    s: 'ok',
    t: bars.map(({ time }) => told(time) / SECOND_MS),
    o: bars.map(({ open }) => open),
    h: bars.map(({ high }) => high),
    l: bars.map(({ low }) => low),
    c: bars.map(({ close }) => close),
    ...(hasVolume ? { v: bars.map(({ volume }) => volume ?? 0) } : {}),
  };
}
