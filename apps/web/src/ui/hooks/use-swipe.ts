import { type PointerEvent, useRef } from 'react';

/** What goes to a handle that can be swiped. */
type SwipeHandle = {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
};

/**
 * Calls back when a handle was drawn up or down by at least `distancePx`. `takeSwipe` tells whether the last press did so,
 * once: the click that follows belongs to it.
 */
export function useSwipe(
  distancePx: number,
  onSwipe: (direction: 'up' | 'down') => void,
): { handle: SwipeHandle; takeSwipe: () => boolean } {
  const startY = useRef<number | null>(null);
  const hasSwiped = useRef(false);
  return {
    takeSwipe: () => {
      const wasSwipe = hasSwiped.current;
      hasSwiped.current = false;
      return wasSwipe;
    },
    handle: {
      onPointerDown: (event) => {
        startY.current = event.clientY;
        hasSwiped.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerUp: (event) => {
        const distance = startY.current === null ? 0 : event.clientY - startY.current;
        startY.current = null;
        hasSwiped.current = Math.abs(distance) >= distancePx;
        if (hasSwiped.current) onSwipe(distance < 0 ? 'up' : 'down');
      },
    },
  };
}
