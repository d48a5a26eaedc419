import { useEffect, useRef, useState } from 'react';
import { chartBeside } from './beside-chart.ts';
import classes from './Magnifier.module.css';
import { type Finger, useHeldFinger } from './use-held-finger.ts';

const SIZE_PX = 96;
const TIMES = 2;
/** Above the finger, where the hand does not cover it; beside it at the chart's upper edge. */
const ABOVE_PX = 40;
const BESIDE_PX = 56;

/** Paints what lies around a place of the chart, enlarged. */
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

/** What is under the finger that draws, above it and twice as large. */
export function Magnifier() {
  const [glass, setGlass] = useState<HTMLElement | null>(null);
  const chart = chartBeside(glass);
  const finger = useHeldFinger(chart);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!finger || !chart) return;
    let frame = 0;
    // The chart paints in frames of its own.
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
