import type { PaneId } from '@moneytrail/chart';
import type { StudyDefinition } from '@moneytrail/indicators';
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
