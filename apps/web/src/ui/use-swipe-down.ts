import { type PointerEvent, useRef } from 'react';

const FAR_PX = 56;

/** Closes when a handle is drawn down by more than a thumb's width; the props go to the handle. */
export function useSwipeDown(onClose: () => void): {
  onPointerDown: (event: PointerEvent) => void;
  onPointerUp: (event: PointerEvent) => void;
} {
  const startY = useRef<number | null>(null);
  return {
    onPointerDown: (event) => {
      startY.current = event.clientY;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerUp: (event) => {
      const distance = startY.current === null ? 0 : event.clientY - startY.current;
      startY.current = null;
      if (distance > FAR_PX) onClose();
    },
  };
}
