import { numberOf } from '../../../lib/position-size.ts';
import { useValue } from '../../../stores/use-value.ts';
import { useChartScreen } from '../model/chart-context.ts';
import type { Replay } from './replay.ts';

/** Why there are no orders. */
export const WAITING = 'Orders wait for the bars of this symbol.';

/** Moves the focus to the chart, whose keys step on, when the button that had it is about to go. */
export function focusChart(): void {
  document.getElementById('chart')?.focus({ preventScroll: true });
}

/** The newest known price of the chart's instrument; null until its bars are there. */
export function usePrice(replay: Replay): number | null {
  const { info } = useChartScreen();
  const quote = useValue(replay.quote);
  return quote?.ticker === info.ticker ? quote.price : null;
}

/** Empty fields of stop and target are none. */
export function priceOrNone(text: string): number | null {
  return text.trim() === '' ? null : numberOf(text);
}
