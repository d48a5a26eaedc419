import { useEffect, useState } from 'react';
import { useSelected, useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { joinedKey, type StudyOnChart } from '../preferences/studies-on-chart.ts';

type Folding = {
  /** The user has folded the legend. */
  isFolded: boolean;
  /** The studies that have lines. */
  studies: readonly StudyOnChart[];
  onChange: (isFolded: boolean) => void;
};

/** Calls back once a single study has joined those of a chart. */
function useJoined(controller: ChartController, onJoin: (key: string) => void): void {
  // Those that are stored: others appear late, with their code.
  const keys = usePreferences().studies.map(({ key }) => key);
  const [known, setKnown] = useState({ controller, keys });
  if (known.controller === controller && known.keys.join() === keys.join()) return;
  setKnown({ controller, keys });
  const joined = joinedKey(keys, known.keys);
  if (joined !== undefined && known.controller === controller) onJoin(joined);
}

/**
 * Whether the lines below the legend's head are shown: not while they would cover bars, unless the user unfolds them
 * there, or adds one that is still there, on a page of as many charts. The ref goes to the lines, which keep their size
 * while they are hidden.
 */
export function useUnfolding(
  controller: ChartController,
  { isFolded, studies, onChange }: Folding,
) {
  // The line of a hidden study is the only way to show it again.
  const isNeeded = studies.some(({ isVisible }) => !isVisible);
  const cover = useValue(controller.legendCover);
  const isCover = cover === true && !isNeeded;
  const { cells } = useChartScreen();
  const count = useSelected(cells.state, ({ cells: all }) => all.length);
  /** `added` is the key of the study that unfolded the lines; null if the user did. */
  const [held, setHeld] = useState<{ count: number; added: string | null } | null>(null);
  const hasLine = (key: string) => studies.some((study) => study.key === key);
  const [wasCover, setWasCover] = useState(isCover);
  if (isCover !== wasCover) {
    setWasCover(isCover);
    // The next bars under the legend fold it again, as does another number of charts.
    if (!isCover) setHeld(null);
  }
  useJoined(controller, (key) => {
    if (hasLine(key)) setHeld({ count, added: key });
  });
  const isHeldOpen = held?.count === count && (held.added === null || hasLine(held.added));
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
  // Under the pointer that has just made one of several charts active, lines that are shown would stay.
  const isUnknown = cover === null && count > 1 && !isNeeded;
  return {
    placeLines,
    isUnfolded: !isFolded && !isUnknown && (!isCover || isHeldOpen),
    fold(): void {
      setHeld(null);
      onChange(true);
    },
    unfold(): void {
      setHeld(isCover ? { count, added: null } : null);
      onChange(false);
    },
  };
}
