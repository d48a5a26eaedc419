import { type PointerEvent, useRef } from 'react';

type SwipeHandle = {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
};

/**
 * Calls back when a handle is dragged vertically by at least `distancePx`. `takeSwipe` reports once whether the last
 * press was a swipe, so that its click can be ignored.
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
