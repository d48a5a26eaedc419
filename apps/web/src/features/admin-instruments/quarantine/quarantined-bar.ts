import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type { QuarantinedBar } from '@moneytrail/contract';
import { deviceZone, formatBarTime } from '../../../lib/format-time.ts';

export const barKey = ({ exchange, symbol, resolution, timeMs }: QuarantinedBar) =>
  `${exchange} ${symbol} ${resolution} ${timeMs}`;

export const barTimeText = ({
  timeMs,
  resolution,
}: Pick<QuarantinedBar, 'timeMs' | 'resolution'>) =>
  formatBarTime(timeMs, resolution, deviceZone());

/** `BTCUSD @ FMP, 1D of 20 Nov 2026` */
export const nameOfBar = (bar: QuarantinedBar) =>
  `${bar.symbol} @ ${bar.exchange}, ${RESOLUTION_LABELS[bar.resolution]} of ${barTimeText(bar)}`;

/** The bar as it was shown, to which a decision applies. */
export function shownBar(bar: QuarantinedBar) {
  const { exchange, symbol, resolution, timeMs, open, high, low, close } = bar;
  return { exchange, symbol, resolution, timeMs, open, high, low, close };
}
