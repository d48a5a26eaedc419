import { useEffect, useState } from 'react';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';

type Folding = {
  /** The user has folded the legend. */
  isFolded: boolean;
  /** A line is needed now: that of a hidden study is the only way to show it again. */
  isNeeded: boolean;
  onChange: (isFolded: boolean) => void;
};

/**
 * Whether the lines below the legend's head are shown: not while they would cover bars, unless the user unfolds them
 * there, on a page of as many charts. The ref goes to the lines, which keep their size while they are hidden.
 */
export function useUnfolding(
  controller: ChartController,
  { isFolded, isNeeded, onChange }: Folding,
) {
  const isCover = useValue(controller.legendCover) && !isNeeded;
  const { cells } = useChartScreen();
  const count = useSelected(cells.state, ({ cells: all }) => all.length);
  const [heldOpenFor, setHeldOpenFor] = useState<number | null>(null);
  const isHeldOpen = heldOpenFor === count;
  // The next bars under the legend fold it again, as does another number of charts.
  if (heldOpenFor !== null && (!isHeldOpen || !isCover)) setHeldOpenFor(null);
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
      setHeldOpenFor(null);
      onChange(true);
    },
    unfold(): void {
      setHeldOpenFor(isCover ? count : null);
      onChange(false);
    },
  };
}
