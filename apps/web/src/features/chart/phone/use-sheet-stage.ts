import { type PointerEvent, useRef } from 'react';

/** How far a sheet is drawn up. */
export type Stage = 'peek' | 'half' | 'full';

const STAGES: readonly Stage[] = ['peek', 'half', 'full'];
const SWIPE_PX = 24;

function neighbour(stage: Stage, step: 1 | -1): Stage {
  const index = Math.min(Math.max(STAGES.indexOf(stage) + step, 0), STAGES.length - 1);
  return STAGES[index] ?? 'peek';
}

/**
 * A swipe on the handle goes one stage up or down; a tap opens, enlarges, then folds. `handle` and `next` go to the
 * handle's button.
 */
export function useSheetStage(
  stage: Stage,
  setStage: (stage: Stage) => void,
): {
  handle: {
    onPointerDown: (event: PointerEvent) => void;
    onPointerUp: (event: PointerEvent) => void;
  };
  next: () => void;
} {
  const startY = useRef<number | null>(null);
  const hasSwiped = useRef(false);
  return {
    handle: {
      onPointerDown: (event) => {
        startY.current = event.clientY;
        hasSwiped.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerUp: (event) => {
        const distance = startY.current === null ? 0 : event.clientY - startY.current;
        startY.current = null;
        if (Math.abs(distance) < SWIPE_PX) return;
        hasSwiped.current = true;
        setStage(neighbour(stage, distance < 0 ? 1 : -1));
      },
    },
    next: () => {
      // The click that ends a swipe is part of it.
      if (hasSwiped.current) hasSwiped.current = false;
      else setStage(stage === 'full' ? 'peek' : neighbour(stage, 1));
    },
  };
}
