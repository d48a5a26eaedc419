import type { UndoCommand } from '@moneytrail/chart';
import {
  type ChartPreferences,
  presentPreferences,
  updatePreferences,
} from '../../preferences/preferences.ts';

const FIELDS = ['inputs', 'studies'] as const;

/** What of the preferences says which studies are on the chart, and how. */
export type StudySettings = Pick<ChartPreferences, (typeof FIELDS)[number]>;

function only(settings: StudySettings, names: readonly string[]): Partial<StudySettings> {
  return Object.fromEntries(
    FIELDS.filter((one) => names.includes(one)).map((one) => [one, settings[one]]),
  );
}

/** Makes all that changed of the studies since `before` one step that can be taken back; nothing, where nothing did. */
export function pushStudyStep(
  history: { push: (command: UndoCommand) => void },
  before: StudySettings,
): void {
  const after = presentPreferences();
  const changed = FIELDS.filter(
    (one) => JSON.stringify(before[one]) !== JSON.stringify(after[one]),
  );
  if (changed.length === 0) return;
  history.push({
    undo: () => updatePreferences(only(before, changed)),
    redo: () => updatePreferences(only(after, changed)),
  });
}
