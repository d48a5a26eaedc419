import { useEffect, useState } from 'react';

/** A finger on the chart, px from the chart's top left corner. */
export type Finger = { x: number; y: number };

/**
 * The finger that draws or moves what was drawn, while it is on the chart; null else. Touches that the chart takes for
 * that are the ones whose beginning it keeps from the page.
 */
export function useHeldFinger(chart: HTMLElement | null): Finger | null {
  const [finger, setFinger] = useState<Finger | null>(null);
  useEffect(() => {
    // Above the chart: what it takes goes no further.
    const above = chart?.parentElement;
    if (!chart || !above) return;
    const over = new AbortController();
    let start: TouchEvent | null = null;
    const isOnChart = ({ target }: Event) => target instanceof Node && chart.contains(target);
    const follow = (event: TouchEvent) => {
      const [touch] = event.touches;
      if (!touch || !start?.defaultPrevented) return;
      const { left, top } = chart.getBoundingClientRect();
      setFinger({ x: touch.clientX - left, y: touch.clientY - top });
    };
    const onStart = (event: TouchEvent) => {
      start = isOnChart(event) && event.touches.length === 1 ? event : null;
      // The chart decides after this whether it takes the touch.
      requestAnimationFrame(() => start === event && follow(event));
    };
    const onEnd = () => {
      start = null;
      setFinger(null);
    };
    const options = { capture: true, passive: true, signal: over.signal };
    above.addEventListener('touchstart', onStart, options);
    above.addEventListener('touchmove', follow, options);
    above.addEventListener('touchend', onEnd, options);
    above.addEventListener('touchcancel', onEnd, options);
    return () => over.abort();
  }, [chart]);
  return finger;
}
