import type { PaneId } from '@moneytrail/chart';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import type { StudyOnChart } from '../preferences/studies-on-chart.ts';

/** The studies that stand in a pane, in the order of legends. */
export function useStudiesOf(pane: PaneId): StudyOnChart[] {
  const { leftOutStudy } = useChartScreen();
  return useStudiesOnChart().filter(
    ({ key, standsIn }) => standsIn === pane && key !== leftOutStudy,
  );
}

/** The studies of the main pane, and hidden ones whose pane has gone with them: their row is the way back. */
export function useStudiesOfMain(controller: ChartController): StudyOnChart[] {
  const panes = useValue(controller.panes);
  return useStudiesOnChart().filter(({ isVisible, standsIn }) => {
    const hasPane = panes.some((place) => place.pane === standsIn);
    return standsIn === 'main' || (!isVisible && !hasPane);
  });
}
