import { MINUTE_MS, SECOND_MS } from '@moneytrail/calendar';
import { useEffect, useEffectEvent, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { useConnection } from '../../../api/use-connection.ts';
import { backoffMs } from '../../../lib/backoff.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { useValue } from '../../../stores/use-value.ts';
import { LazyPart, type lazyPart } from '../../../ui/LazyPart.tsx';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { usePreload } from './use-preload.ts';

type Props = {
  controller: ChartController;
  part: ReturnType<typeof lazyPart<{ controller: ChartController }>>;
  /** When its code is loaded; usually once the page has nothing more urgent to do. */
  when?: Parameters<typeof usePreload>[1];
};

const PAUSES = { firstMs: 2 * SECOND_MS, longestMs: MINUTE_MS, jitter: 0.25 };
/** A part is told as missing once this many attempts to load it have failed. */
const TOLD_FAILURES = 2;

/** The attempts to load the parts that are missing. */
const missing = createValueStore<readonly (() => void)[]>([]);

/** Loads the missing parts at once; null while none is missing. */
export function useMissingParts(): (() => void) | null {
  const loads = useValue(missing);
  if (loads.length === 0) return null;
  return () => {
    for (const load of loads) load();
  };
}

/**
 * Published marks, their card, the way back to the newest bar, the tools of drawings, alerts, notes, explanations of terms and
 * the account's keys come once the chart has its bars; without their code the chart is whole. A part whose code could not be
 * loaded waits without a card over the chart: it is loaded after growing pauses, when the server is back, and with another
 * chart. One that crashed comes again on the last two occasions.
 */
export function BesideBars({ controller, part, when = 'idle-after-first-bars' }: Props) {
  const { info, resolution } = useChartScreen();
  const isOnline = useConnection() === 'online';
  const [state, setState] = useState<'absent' | 'loaded' | 'crashed'>('absent');
  const [failures, setFailures] = useState(0);
  const [load] = useState(() => () => {
    part.preload().then((isLoaded) => {
      if (isLoaded) setState('loaded');
      else setFailures((before) => before + 1);
    });
  });
  usePreload(controller, when, load);
  const isFailing = state === 'absent' && failures > 0;
  useEffect(() => {
    if (isFailing && isOnline) return serverClock.after(backoffMs(failures - 1, PAUSES), load);
  }, [isFailing, isOnline, failures, load]);
  const loadAgain = useEffectEvent(() => {
    if (isFailing) load();
    if (state === 'crashed') setState('loaded');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart is another occasion.
  useEffect(() => {
    if (isOnline) loadAgain();
  }, [isOnline, info, resolution]);
  const isTold = isFailing && failures >= TOLD_FAILURES;
  useEffect(() => {
    if (!isTold) return;
    missing.set([...missing.get(), load]);
    return () => missing.set(missing.get().filter((one) => one !== load));
  }, [isTold, load]);
  if (state !== 'loaded') return null;
  const giveUp = () => setState('crashed');
  return <LazyPart part={part} props={{ controller }} onGiveUp={giveUp} fallback={null} isSilent />;
}
