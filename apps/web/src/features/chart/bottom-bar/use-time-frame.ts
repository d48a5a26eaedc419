import { useEffect, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import type { TimeFrame } from './time-frames.ts';

/** Shows a span: sets the interval in the address, and the span once that interval is open. */
export function useTimeFrame(): (frame: TimeFrame) => void {
  const { controller, resolution, setResolution } = useChartScreen();
  const [wanted, setWanted] = useState<TimeFrame | null>(null);
  useEffect(() => {
    if (!controller || wanted === null) return;
    const showOnceLoaded = () => {
      const isOpened = controller.opened.get()?.resolution === wanted.resolution;
      if (!isOpened || controller.load.get().kind === 'first') return;
      // The last bar may be hours old: the span ends with the present, not with the bar.
      const nowMs = serverClock.now();
      controller.engine.showSpan(nowMs - wanted.spanMs, nowMs);
      setWanted(null);
    };
    showOnceLoaded();
    return controller.load.subscribe(showOnceLoaded);
  }, [controller, wanted]);
  return (frame) => {
    setWanted(frame);
    if (frame.resolution !== resolution) setResolution(frame.resolution);
  };
}
