import { type MouseEvent, useState } from 'react';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { type MenuPlace, type MenuSubject, pressedPlace, subjectOnCanvas } from './menu-place.ts';

/** The row of a legend that an element belongs to, by the attributes of rows; null elsewhere. */
function subjectInLegend(target: Element): MenuSubject | null {
  const row = target.closest<HTMLElement>('[data-study], [data-compared]');
  const { study, compared } = row?.dataset ?? {};
  if (study) return { kind: 'study', key: study };
  return compared ? { kind: 'compared', symbol: compared } : null;
}

/**
 * The menu of a right click on the chart or on a row of its legends, or of one that has just made the chart active; a long
 * press belongs to the crosshair.
 */
export function useChartMenu(controller: ChartController | null) {
  const { cells } = useChartScreen();
  const [place, setPlace] = useState<MenuPlace | null>(null);
  const { menu, activeId } = useValue(cells.state);
  const wanted = menu?.id === activeId ? menu : null;
  const show = (next: MenuPlace | null) => {
    if (wanted) cells.askForMenu(null);
    setPlace(next);
  };
  return {
    place: wanted ?? place,
    close: () => show(null),
    onContextMenu(event: MouseEvent) {
      const { target } = event;
      if (!(target instanceof Element)) return;
      const isOnCanvas = target.closest('[role="application"]') !== null;
      const row = isOnCanvas ? null : subjectInLegend(target);
      // Fields and buttons over the chart keep the browser's menu.
      if (!isOnCanvas && !row) return;
      event.preventDefault();
      const pressed = pressedPlace(event);
      if (!pressed) return;
      const { x, y } = pressed;
      const engine = controller?.engine;
      const nothing: MenuSubject = { kind: 'chart', point: null };
      const subject = row ?? (engine ? subjectOnCanvas(engine, x, y) : nothing);
      if (subject.kind === 'drawing') engine?.drawings.select(subject.id);
      show({ x, y, subject });
    },
  };
}
