import { useEffect, useState } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';

type Folding = {
  /** The user has folded the legend. */
  isFolded: boolean;
  /** A line is needed now: that of a hidden study is the only way to show it again. */
  isNeeded: boolean;
  onChange: (isFolded: boolean) => void;
};

/**
 * Whether the lines below the legend's head are shown: not while they would cover bars, unless the user unfolds them
 * there. The ref goes to the lines, which keep their size while they are hidden.
 */
export function useUnfolding(
  controller: ChartController,
  { isFolded, isNeeded, onChange }: Folding,
) {
  const isCover = useValue(controller.legendCover) && !isNeeded;
  const [isHeldOpen, setHeldOpen] = useState(false);
  // The next bars under the legend fold it again.
  if (isHeldOpen && !isCover) setHeldOpen(false);
  const [lines, placeLines] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!lines) return;
    const legend = lines.parentElement;
    const observer = new ResizeObserver(() => {
      const frame = legend?.parentElement?.getBoundingClientRect();
      if (!frame) return;
      const { right, bottom } = lines.getBoundingClientRect();
      controller.engine.setLegendBox({ rightPx: right - frame.left, bottomPx: bottom - frame.top });
    });
    observer.observe(lines);
    // The head above the lines may wrap.
    if (legend) observer.observe(legend);
    return () => {
      observer.disconnect();
      controller.engine.setLegendBox(null);
    };
  }, [lines, controller]);
  return {
    placeLines,
    isUnfolded: !isFolded && (!isCover || isHeldOpen),
    fold(): void {
      setHeldOpen(false);
      onChange(true);
    },
    unfold(): void {
      setHeldOpen(isCover);
      onChange(false);
    },
  };
}
