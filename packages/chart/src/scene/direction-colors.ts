import type { ChartState } from '../engine/chart-state.ts';

/** Colour of the last bar by its own direction, and of text on it. */
export function directionColors({ view, bars }: ChartState): { color: string; text: string } {
  const last = bars.at(bars.length() - 1);
  const isUp = last === null || last.close >= last.open;
  const { candleUp, candleUpText, candleDown, candleDownText } = view.theme;
  return isUp
    ? { color: candleUp, text: candleUpText }
    : { color: candleDown, text: candleDownText };
}
