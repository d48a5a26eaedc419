import type { PlaceTimes } from '../chart-events.ts';
import type { DrawingFrame } from '../drawings/drawing-frame.ts';

/** Half of what stands at a time, px: it leaves the view as a whole. */
const ROOM_PX = 12;

/** Tells the page with every picture where times stand, so that parts of the page follow the bars. */
export function createTimeFollower(frame: () => DrawingFrame | null, barCount: () => number) {
  const followed = new Map<PlaceTimes, readonly number[]>();
  return {
    follow(times: readonly number[], place: PlaceTimes): () => void {
      followed.set(place, times);
      return () => void followed.delete(place);
    },
    place(): void {
      const pane = frame();
      if (!pane || followed.size === 0) return;
      const { widthPx, heightPx, topPx, times: places, xOf } = pane;
      for (const [place, times] of followed) {
        const xs = times.map((timeMs) => {
          const index = places.indexOf(timeMs);
          const x = xOf(index);
          // A time has no place before the first loaded bar, nor after the newest one, as in a replay.
          const hasBar = index >= 0 && index < barCount();
          return hasBar && x >= -ROOM_PX && x <= widthPx - ROOM_PX ? x : null;
        });
        place(xs, topPx + heightPx);
      }
    },
  };
}
