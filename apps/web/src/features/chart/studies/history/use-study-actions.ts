import type { StudyId } from '@moneytrail/indicators';
import { withChange, withStudy } from '../../preferences/change-studies.ts';
import { presentPreferences, updatePreferences } from '../../preferences/preferences.ts';
import { useChartScreen } from '../../screen/chart-context.ts';
import { pushStudyStep, type StudySettings } from './study-steps.ts';

/** Changes of studies, each a step of the history of the chart. */
export function useStudyActions(): {
  /** Shows or hides a study; its place in the legend stays. */
  toggle: (key: string) => void;
  /** Puts one more of a kind on the chart; answers its key. */
  add: (id: StudyId) => string;
  remove: (key: string) => void;
  /** What was changed bit by bit since then becomes one step. */
  keepSince: (before: StudySettings) => void;
} {
  const { controller } = useChartScreen();
  const keepSince = (before: StudySettings) => {
    if (controller) pushStudyStep(controller.engine.history, before);
  };
  const step = (studies: StudySettings['studies']) => {
    const before = presentPreferences();
    updatePreferences({ studies });
    keepSince(before);
  };
  return {
    toggle(key) {
      const { studies } = presentPreferences();
      const isVisible = studies.some((study) => study.key === key && study.isVisible);
      step(withChange(studies, key, { isVisible: !isVisible }));
    },
    add(id) {
      const { studies, inputs } = presentPreferences();
      const added = withStudy(studies, id, inputs);
      step(added.studies);
      return added.key;
    },
    remove: (key) => step(presentPreferences().studies.filter((study) => study.key !== key)),
    keepSince,
  };
}
