import type { Resolution } from '@moneytrail/calendar';
import type { ChartBar, PublishedMark } from '@moneytrail/chart';
import { formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';

/** A bar as a screen reader says it: date, open, high, low, close, signal. */
export function barWords(
  bar: ChartBar,
  mark: PublishedMark | null,
  { resolution, zone, decimals }: { resolution: Resolution; zone: string; decimals: number },
): string {
  const price = (value: number) => formatPrice(value, decimals);
  const values = `open ${price(bar.open)}, high ${price(bar.high)}, low ${price(bar.low)}, close ${price(bar.close)}`;
  const signal = mark ? `, ${mark.strong ? 'strong ' : ''}${mark.side} signal` : '';
  return `${formatBarTime(bar.time, resolution, zone)}: ${values}${signal}`;
}
