import type { ChartStudy, UndoCommand } from '@moneytrail/chart';
import type { StudyId, StudyInputs } from '@moneytrail/indicators';
import { useChartScreen } from '../model/chart-context.ts';
import { withChange, withStudy } from '../preferences/change-studies.ts';
import {
  changeStudies,
  presentPreferences,
  type StudySettings,
} from '../preferences/preferences.ts';

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

type InputNames = readonly (keyof StudyInputs)[];

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function studyOf(studies: readonly ChartStudy[], key: string): ChartStudy | undefined {
  return studies.find((study) => study.key === key);
}

/** Studies with some of them, by their keys, as in another list: there or not, and so. All others stay as they are. */
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

function put(wanted: StudySettings, names: InputNames, keys: readonly string[]): void {
  const inputs = Object.fromEntries(names.map((name) => [name, wanted.inputs[name]]));
  changeStudies((now) => ({
    inputs: { ...now.inputs, ...inputs },
    studies: withThose(now.studies, wanted.studies, keys),
  }));
}

/**
 * Makes all that changed of the studies since `before` one step that can be taken back; nothing, where nothing did. What
 * else changes until then, here or elsewhere, is no part of the step.
 */
export function pushStudyStep(
  history: { push: (command: UndoCommand) => void },
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
  history.push({
    undo: () => put(before, changedInputs, changedKeys),
    redo: () => put(after, changedInputs, changedKeys),
  });
}
