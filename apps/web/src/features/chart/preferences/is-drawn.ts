import type { StudyId } from '@moneytrail/indicators';
import type { ChartPreferences } from './preferences.ts';

/** Whether a study is drawn: neither hidden nor removed here, nor the one that a narrow chart leaves out. */
export function isDrawn(
  id: StudyId,
  { hiddenStudies, removedStudies }: Pick<ChartPreferences, 'hiddenStudies' | 'removedStudies'>,
  leftOut: StudyId | null,
): boolean {
  return id !== leftOut && !hiddenStudies.includes(id) && !removedStudies.includes(id);
}
