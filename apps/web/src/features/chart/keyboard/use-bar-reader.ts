import type { Resolution } from '@moneytrail/calendar';
import type { ChartBar, PublishedMark } from '@moneytrail/chart';
import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import type { ChartScreenState } from '../model/chart-context.ts';

/** At most one bar in this time is read out. */
const PACE_MS = 500;

type Read = Pick<ChartScreenState, 'controller' | 'resolution' | 'zone' | 'decimals'>;

/** The bar at the crosshair in words, after keys moved it: `read` asks for it, `words` goes into a live region. */
export function useBarReader(state: Read): { words: string; read: () => void } {
  const [words, setWords] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = () => {
    // The bar is read when the keys rest, or twice a second while they are held.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const legend = state.controller?.legend.get();
      if (legend?.bar) setWords(barWords(legend.bar, legend.mark, state));
    }, PACE_MS);
  };
  return { words, read };
}

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
