import type { ChartStudy, UndoCommand } from '@moneytrail/chart';
import type { StudyInputs } from '@moneytrail/indicators';
import { useChartScreen } from '../model/chart-context.ts';
import {
  changeStudies,
  presentPreferences,
  type StudySettings,
} from '../preferences/preferences.ts';
import { withChange } from '../preferences/studies-on-chart.ts';

/** Changes studies; each change is one undo step. */
export function useStudyActions() {
  const { cells, controller } = useChartScreen();
  /** Makes all changes since `before` one undo step. */
  const keepSince = (before: StudySettings) => {
    if (!controller) return;
    // Another chart may be active when the step is undone.
    const { activeId } = cells.state.get();
    const { push } = controller.engine.history;
    pushStudyStep({ push, change: (next) => cells.changeStudies(activeId, next) }, before);
  };
  /** Replaces the studies, as one undo step. */
  const step = (next: (now: StudySettings) => StudySettings['studies']) => {
    const before = presentPreferences();
    changeStudies((now) => ({ studies: next(now) }));
    keepSince(before);
  };
  return {
    step,
    /** Shows or hides a study, which keeps its place in the legend. */
    toggle: (key: string) =>
      step(({ studies }) => {
        const isVisible = studies.some((study) => study.key === key && study.isVisible);
        return withChange(studies, key, { isVisible: !isVisible });
      }),
    remove: (key: string) => step(({ studies }) => studies.filter((study) => study.key !== key)),
    keepSince,
  };
}

type InputNames = readonly (keyof StudyInputs)[];

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function studyOf(studies: readonly ChartStudy[], key: string): ChartStudy | undefined {
  return studies.find((study) => study.key === key);
}

/** `present`, with the studies of `keys` as they are in `wanted`, including their absence; all others stay. */
function withThose(
  present: readonly ChartStudy[],
  wanted: readonly ChartStudy[],
  keys: readonly string[],
): ChartStudy[] {
  let studies = present.flatMap((study) => {
    if (!keys.includes(study.key)) return [study];
    return studyOf(wanted, study.key) ?? [];
  });
  for (const [index, study] of wanted.entries()) {
    if (!keys.includes(study.key) || studyOf(studies, study.key)) continue;
    const above = wanted.slice(0, index).findLast(({ key }) => studyOf(studies, key));
    studies = studies.toSpliced(studies.findIndex(({ key }) => key === above?.key) + 1, 0, study);
  }
  return studies;
}

/** `now`, with the inputs of `names` and the studies of `keys` as they are in `wanted`. */
function put(
  now: StudySettings,
  wanted: StudySettings,
  names: InputNames,
  keys: readonly string[],
): StudySettings {
  const inputs = Object.fromEntries(names.map((name) => [name, wanted.inputs[name]]));
  return {
    inputs: { ...now.inputs, ...inputs },
    studies: withThose(now.studies, wanted.studies, keys),
  };
}

/**
 * Makes all changes of studies since `before` one undo step; none if nothing changed. Undo and redo touch only what
 * changed in the step, and keep later changes of other studies and inputs.
 */
export function pushStudyStep(
  { push, change }: { push: (command: UndoCommand) => void; change: typeof changeStudies },
  before: StudySettings,
): void {
  const after = presentPreferences();
  const names = Object.keys(before.inputs) as (keyof StudyInputs)[];
  const changedInputs = names.filter((name) => before.inputs[name] !== after.inputs[name]);
  const all = new Set([...before.studies, ...after.studies].map(({ key }) => key));
  const changedKeys = [...all].filter(
    (key) => !isSame(studyOf(before.studies, key), studyOf(after.studies, key)),
  );
  if (changedInputs.length + changedKeys.length === 0) return;
  push({
    undo: () => change((now) => put(now, before, changedInputs, changedKeys)),
    redo: () => change((now) => put(now, after, changedInputs, changedKeys)),
  });
}
