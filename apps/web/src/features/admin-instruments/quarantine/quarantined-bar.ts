import { RESOLUTION_LABELS } from '@moneytrail/calendar';
import type { QuarantinedBar } from '@moneytrail/contract';
import { formatPrice } from '../../../lib/format.ts';
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

type Prices = Pick<QuarantinedBar, (typeof PRICES)[number]>;
export const PRICES = ['open', 'high', 'low', 'close'] as const;
const MOST_DECIMALS = 10;

/** Shows prices with the decimals that the most precise one of these bars needs, as a column of numbers is read by its places. */
export function priceText(bars: readonly Prices[]): (price: number) => string {
  const lengths = bars.flatMap((bar) =>
    PRICES.map((name) => {
      const text = bar[name].toFixed(MOST_DECIMALS).replace(/0+$/, '');
      return text.length - text.indexOf('.') - 1;
    }),
  );
  const decimals = Math.max(0, ...lengths);
  return (price) => formatPrice(price, decimals);
}

/** The bar as it was shown, to which a decision applies. */
export function shownBar(bar: QuarantinedBar) {
  const { exchange, symbol, resolution, timeMs, open, high, low, close } = bar;
  return { exchange, symbol, resolution, timeMs, open, high, low, close };
}
