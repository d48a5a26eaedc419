import { numberOf } from '../../../lib/position-size.ts';
import { useValue } from '../../../stores/use-value.ts';
import { IN_MAIN } from '../../../ui/in-main.ts';
import { useChartScreen } from '../model/chart-context.ts';
import type { Replay } from './replay.ts';

/** The fields over a button of the replay bar. */
export const BAR_POPOVER = {
  position: 'top',
  trapFocus: true,
  returnFocus: true,
  portalProps: IN_MAIN,
} as const;

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
