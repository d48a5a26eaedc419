import { useSwipe } from '../../../ui/hooks/use-swipe.ts';

/** How far a sheet is drawn up. */
export type Stage = 'peek' | 'half' | 'full';

const STAGES: readonly Stage[] = ['peek', 'half', 'full'];
const SWIPE_PX = 24;

function neighbour(stage: Stage, step: 1 | -1): Stage {
  const index = Math.min(Math.max(STAGES.indexOf(stage) + step, 0), STAGES.length - 1);
  return STAGES[index] ?? 'peek';
}

/** A swipe on the handle goes one stage up or down; `next`, a tap, opens, enlarges, then folds. */
export function useSheetStage(
  stage: Stage,
  setStage: (stage: Stage) => void,
): { handle: ReturnType<typeof useSwipe>['handle']; next: () => void } {
  const { handle, takeSwipe } = useSwipe(SWIPE_PX, (direction) =>
    setStage(neighbour(stage, direction === 'up' ? 1 : -1)),
  );
  return {
    handle,
    next: () => {
      if (!takeSwipe()) setStage(stage === 'full' ? 'peek' : neighbour(stage, 1));
    },
  };
}
