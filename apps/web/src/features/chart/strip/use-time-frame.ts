import { useEffect, useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { useChartScreen } from '../screen/chart-context.ts';
import type { TimeFrame } from './time-frames.ts';

/** Shows a span: sets the interval in the address, and the span once that interval is open. */
export function useTimeFrame(): (frame: TimeFrame) => void {
  const { session, resolution, setResolution } = useChartScreen();
  const [wanted, setWanted] = useState<TimeFrame | null>(null);
  useEffect(() => {
    if (!session || wanted?.resolution !== resolution) return;
    const show = () => {
      // The last bar may be hours old: the span ends with the present, not with the bar.
      const nowMs = serverClock.now();
      session.engine.showSpan(nowMs - wanted.spanMs, nowMs);
      setWanted(null);
    };
    if (session.load.get().kind !== 'first') return show();
    const unsubscribe = session.load.subscribe(() => {
      if (session.load.get().kind === 'first') return;
      unsubscribe();
      show();
    });
    return unsubscribe;
  }, [session, wanted, resolution]);
  return (frame) => {
    setWanted(frame);
    if (frame.resolution !== resolution) setResolution(frame.resolution);
  };
}
