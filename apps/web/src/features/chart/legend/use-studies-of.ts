import type { PaneId } from '@moneytrail/chart';
import type { StudyDefinition } from '@moneytrail/indicators';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { usePreferences } from '../preferences/preferences.ts';
import { useStyledStudies } from '../preferences/use-styled-studies.ts';
import { useChartScreen } from '../screen/chart-context.ts';

/** The studies that stand in a pane, in the order of the catalogue. */
export function useStudiesOf(pane: PaneId): StudyDefinition[] {
  const { removedStudies } = usePreferences();
  const { leftOutStudy } = useChartScreen();
  return useStyledStudies().filter(
    ({ id, pane: itsPane }) =>
      itsPane === pane && id !== leftOutStudy && !removedStudies.includes(id),
  );
}

/** The studies of the main pane, and hidden ones whose pane has gone with them: their row is the way back. */
export function useStudiesOfMain(controller: ChartController): StudyDefinition[] {
  const { removedStudies, hiddenStudies } = usePreferences();
  const panes = useValue(controller.panes);
  return useStyledStudies().filter(({ id, pane }) => {
    if (removedStudies.includes(id)) return false;
    const hasPane = panes.some((place) => place.pane === pane);
    return pane === 'main' || (hiddenStudies.includes(id) && !hasPane);
  });
}
