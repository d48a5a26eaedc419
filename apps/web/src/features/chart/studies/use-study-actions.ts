import type { StudyId } from '@moneytrail/indicators';
import { useChartScreen } from '../model/chart-context.ts';
import { withChange, withStudy } from '../preferences/change-studies.ts';
import {
  changeStudies,
  presentPreferences,
  type StudySettings,
} from '../preferences/preferences.ts';
import { pushStudyStep } from './study-steps.ts';

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
  const step = (next: (now: StudySettings) => StudySettings['studies']) => {
    const before = presentPreferences();
    changeStudies((now) => ({ studies: next(now) }));
    keepSince(before);
  };
  return {
    toggle: (key) =>
      step(({ studies }) => {
        const isVisible = studies.some((study) => study.key === key && study.isVisible);
        return withChange(studies, key, { isVisible: !isVisible });
      }),
    add(id) {
      let added: string = id;
      step(({ studies, inputs }) => {
        const next = withStudy(studies, id, inputs);
        added = next.key;
        return next.studies;
      });
      return added;
    },
    remove: (key) => step(({ studies }) => studies.filter((study) => study.key !== key)),
    keepSince,
  };
}
