import { styledStudy } from '@moneytrail/chart';
import { STUDIES, type StudyDefinition } from '@moneytrail/indicators';
import { usePreferences } from './preferences.ts';

/** The studies in the order of the catalogue, with the lines this device draws them in. */
export function useStyledStudies(): StudyDefinition[] {
  const { styles } = usePreferences();
  return STUDIES.map((study) => styledStudy(study, styles[study.id]));
}
