import { MARKET_HOURS, MINUTE_MS } from '@moneytrail/calendar';
import type { ChartStudy } from '../chart-look.ts';
import type { ChartBar } from '../chart-source.ts';
import { cleanPage } from '../loading/clean-page.ts';
import { createStudySet } from '../studies/study-set.ts';
import { createBarStore } from './bar-store.ts';
import { createTimeAxis } from './time-axis.ts';

/** Enough for every study and its marks to take all their steps. */
const BARS = 900;
const VISIBLE_BARS = 150;

function madeUpBars(): ChartBar[] {
  return Array.from({ length: BARS }, (_, index) => {
    const open = 100 + 5 * Math.sin(index / 9);
    const close = 100 + 5 * Math.sin((index + 1) / 9);
    const high = Math.max(open, close) + 0.5;
    const low = Math.min(open, close) - 0.5;
    return { time: index * MINUTE_MS, open, high, low, close, volume: 10 + (index % 7) };
  });
}

function run({ studies, zone }: WarmUp): void {
  const store = createBarStore();
  store.replaceAll(cleanPage(madeUpBars(), Number.POSITIVE_INFINITY));
  const set = createStudySet();
  set.choose(studies);
  set.restart(store.columns(), BARS);
  const axis = createTimeAxis({ times: store.columns });
  axis.reset({ hours: MARKET_HOURS.crypto, resolution: '1', zone });
  const view = { from: BARS - VISIBLE_BARS, to: BARS, xOf: (index: number) => index };
  axis.ticks(view);
  axis.sessionStarts(view);
}

type WarmUp = { studies: readonly ChartStudy[]; zone: string };

/**
 * Runs the studies and the time axis over made-up bars while the first real ones are on their way. Code that has run
 * once is ready: the first picture then comes milliseconds earlier. Returns what takes it back where the page found no
 * time for it.
 */
export function warmUp(chart: WarmUp): () => void {
  if (typeof requestIdleCallback !== 'function') return () => {};
  const id = requestIdleCallback(() => run(chart));
  return () => cancelIdleCallback(id);
}
