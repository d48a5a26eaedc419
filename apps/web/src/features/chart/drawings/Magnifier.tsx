import { useEffect, useRef, useState } from 'react';
import { chartBeside } from './beside-chart.ts';
import classes from './Magnifier.module.css';

const SIZE_PX = 96;
const TIMES = 2;
/** Above the finger, clear of the hand; beside it near the chart's upper edge. */
const ABOVE_PX = 40;
const BESIDE_PX = 56;

/** Copies the surroundings of a point of the chart, enlarged. */
function paintAround(target: HTMLCanvasElement, chart: HTMLElement, { x, y }: Finger): void {
  const ctx = target.getContext('2d');
  if (!ctx) return;
  const scale = window.devicePixelRatio || 1;
  target.width = SIZE_PX * scale;
  target.height = SIZE_PX * scale;
  const { left, top } = chart.getBoundingClientRect();
  const seenPx = SIZE_PX / TIMES;
  for (const canvas of chart.querySelectorAll('canvas')) {
    const box = canvas.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const ratio = canvas.width / box.width;
    const fromX = x - seenPx / 2 - (box.left - left);
    const fromY = y - seenPx / 2 - (box.top - top);
    ctx.drawImage(
      canvas,
      fromX * ratio,
      fromY * ratio,
      seenPx * ratio,
      seenPx * ratio,
      0,
      0,
      target.width,
      target.height,
    );
  }
}

function placeOf({ x, y }: Finger, chart: HTMLElement) {
  const above = y - ABOVE_PX - SIZE_PX;
  const left = Math.max(0, Math.min(chart.clientWidth - SIZE_PX, x - SIZE_PX / 2));
  if (above >= 0) return { left, top: above };
  const isRightFree = x + BESIDE_PX + SIZE_PX <= chart.clientWidth;
  return { left: isRightFree ? x + BESIDE_PX : x - BESIDE_PX - SIZE_PX, top: 0 };
}

/** Shows the point under a drawing finger, above the finger and twice as large. */
export function Magnifier() {
  const [glass, setGlass] = useState<HTMLElement | null>(null);
  const chart = chartBeside(glass);
  const finger = useHeldFinger(chart);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!finger || !chart) return;
    let frame = 0;
    // The chart repaints in its own frames.
    const paint = () => {
      if (canvas.current) paintAround(canvas.current, chart, finger);
      frame = requestAnimationFrame(paint);
    };
    paint();
    return () => cancelAnimationFrame(frame);
  }, [finger, chart]);
  return (
    <div
      ref={setGlass}
      className={classes.glass}
      style={finger && chart ? placeOf(finger, chart) : undefined}
      hidden={!finger}
      aria-hidden="true"
      data-magnifier
    >
      <canvas ref={canvas} />
    </div>
  );
}

/** Px from the chart's top left corner. */
type Finger = { x: number; y: number };

/**
 * The finger that draws or moves a drawing, null without one. The chart takes such a touch by preventing its default.
 */
function useHeldFinger(chart: HTMLElement | null): Finger | null {
  const [finger, setFinger] = useState<Finger | null>(null);
  useEffect(() => {
    // Listens above the chart, in the capture phase: the chart stops the touches that it takes.
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
      // The chart decides after this listener whether it takes the touch.
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
