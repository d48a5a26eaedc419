import type { Resolution } from '@moneytrail/calendar';
import type { ChartBar, PublishedMark } from '@moneytrail/chart';
import { useEffect, useRef, useState } from 'react';
import { formatPrice } from '../../../lib/format.ts';
import { formatBarTime } from '../../../lib/format-time.ts';
import type { ChartScreenState } from '../model/chart-context.ts';

/** At most one bar is announced in this time. */
const PACE_MS = 500;

type Read = Pick<ChartScreenState, 'controller' | 'resolution' | 'zone' | 'decimals'>;

/** Announces the bar at the crosshair after keys moved it: `read` schedules it, `words` goes into a live region. */
export function useBarReader(state: Read): { words: string; read: () => void } {
  const [words, setWords] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const read = () => {
    // Announced when the keys rest, or twice a second while they are held.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const legend = state.controller?.legend.get();
      if (legend?.bar) setWords(describeBar(legend.bar, legend.mark, state));
    }, PACE_MS);
  };
  return { words, read };
}

/** A bar for screen readers: date, open, high, low, close, signal. */
export function describeBar(
  bar: ChartBar,
  mark: PublishedMark | null,
  { resolution, zone, decimals }: { resolution: Resolution; zone: string; decimals: number },
): string {
  const price = (value: number) => formatPrice(value, decimals);
  const values = `open ${price(bar.open)}, high ${price(bar.high)}, low ${price(bar.low)}, close ${price(bar.close)}`;
  const signal = mark ? `, ${mark.strong ? 'strong ' : ''}${mark.side} signal` : '';
  return `${formatBarTime(bar.time, resolution, zone)}: ${values}${signal}`;
}
