import type { PaneId } from '@moneytrail/chart';
import { STUDIES, type StudyId } from '@moneytrail/indicators';

/** Which study is shown under the prices where there is room for one. */
export type PaneChoice = 'tightness' | 'longShort' | 'deployment' | 'spread';

/** The pane of each choice; two of them share one and then show one study of it. */
export const PANE_CHOICES: readonly {
  id: PaneChoice;
  label: string;
  pane: PaneId;
  hides: StudyId | null;
}[] = [
  { id: 'tightness', label: 'Tightness', pane: 'tightness', hides: null },
  { id: 'longShort', label: 'Long/Short', pane: 'longShort', hides: 'deployment' },
  { id: 'deployment', label: 'Deployment', pane: 'longShort', hides: 'longShortPercentage' },
  { id: 'spread', label: 'Spread', pane: 'liquiditySpread', hides: null },
];

/** The pane and the hidden study of a choice. */
export function paneOf(choice: PaneChoice): { pane: PaneId; hides: StudyId | null } {
  return PANE_CHOICES.find(({ id }) => id === choice) ?? { pane: 'tightness', hides: null };
}

/** The choice that shows a study; undefined where it stands among the prices. */
export function choiceOf(study: StudyId): PaneChoice | undefined {
  const pane = STUDIES.find(({ id }) => id === study)?.pane;
  return PANE_CHOICES.find((choice) => choice.pane === pane && choice.hides !== study)?.id;
}
