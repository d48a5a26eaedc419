import { styledStudy } from '@moneytrail/chart/model';
import { STUDIES, type StudyDefinition } from '@moneytrail/indicators';
import { usePreferences } from './preferences.ts';

/** The catalogue, with the lines that the first study of each kind has on this device's chart. */
export function useStyledStudies(): StudyDefinition[] {
  const { studies } = usePreferences();
  return STUDIES.map((study) => {
    const first = studies.find(({ key }) => key === study.id);
    return styledStudy(study, first?.styles);
  });
}
