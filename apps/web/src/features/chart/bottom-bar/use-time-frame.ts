import { MARKET_HOURS } from '@moneytrail/calendar';
import { useEffect, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { useChartScreen } from '../model/chart-context.ts';
import type { TimeFrame } from './time-frames.ts';
import { isSuperseded, spanOf, type WantedFrame } from './wanted-frame.ts';

/** Shows a span: sets the interval in the address, and the span once that interval is open. */
export function useTimeFrame(): (frame: TimeFrame) => void {
  const { controller, info, resolution, setResolution } = useChartScreen();
  const [wanted, setWanted] = useState<WantedFrame | null>(null);
  const { ticker, marketHours } = info;
  useEffect(() => {
    if (!controller || wanted === null) return;
    if (isSuperseded(wanted, { ticker, resolution })) return setWanted(null);
    const { frame } = wanted;
    const showOnceLoaded = () => {
      const isOpened = controller.opened.get()?.resolution === frame.resolution;
      if (!isOpened || controller.load.get().kind === 'first') return;
      // The last bar may be hours old: the span ends with the present, not with the bar.
      const { fromMs, toMs } = spanOf(frame, MARKET_HOURS[marketHours], serverClock.now());
      controller.engine.showSpan(fromMs, toMs);
      controller.timeFrame.set({ label: frame.label, ticker, resolution });
      setWanted(null);
    };
    showOnceLoaded();
    return controller.load.subscribe(showOnceLoaded);
  }, [controller, wanted, ticker, marketHours, resolution]);
  return (frame) => {
    setWanted({ frame, ticker, askedAt: resolution });
    if (frame.resolution !== resolution) setResolution(frame.resolution);
  };
}
