import type { StudyId } from '@moneytrail/indicators';
import { presentPreferences, setStudyOnChart, toggleStudy } from '../../preferences/preferences.ts';
import { useChartScreen } from '../../screen/chart-context.ts';
import { pushStudyStep, type StudySettings } from './study-steps.ts';

/** Changes of studies, each a step of the history of the chart. */
export function useStudyActions(): {
  toggle: (id: StudyId) => void;
  setOnChart: (id: StudyId, isOnChart: boolean) => void;
  /** What was changed bit by bit since then becomes one step. */
  keepSince: (before: StudySettings) => void;
} {
  const { controller } = useChartScreen();
  const keepSince = (before: StudySettings) => {
    if (controller) pushStudyStep(controller.engine.history, before);
  };
  const step = (change: () => void) => {
    const before = presentPreferences();
    change();
    keepSince(before);
  };
  return {
    toggle: (id) => step(() => toggleStudy(id)),
    setOnChart: (id, isOnChart) => step(() => setStudyOnChart(id, isOnChart)),
    keepSince,
  };
}
