import {
  type BrokenLine,
  brokenLines,
  type Columns,
  DEFAULT_INPUTS,
  inputProblems,
  type SignalMark,
  type StudyDefinition,
  type StudyInputs,
} from '@moneytrail/indicators';
import type { PaneId } from '../chart-events.ts';
import type { ChartStudy } from '../chart-look.ts';
import { createMarkValues, type MarkValues } from './mark-values.ts';
import { placedStudy } from './placed-study.ts';
import { paneOf } from './study-places.ts';
import { createStudyValues, type StudyValues } from './study-values.ts';

/** A visible study: what it draws, and its values. */
type ShownStudy = {
  key: string;
  pane: PaneId;
  definition: StudyDefinition;
  inputs: StudyInputs;
  values: StudyValues;
};

/** The studies of a chart, following its bars. Hidden ones, and ones with impossible inputs, are not computed. */
export type StudySet = {
  /** In the order in which they were chosen. */
  shown: () => readonly ShownStudy[];
  /** Signals on the bars `from` … `to − 1`. */
  marksBetween: (from: number, to: number) => readonly SignalMark[];
  /** The lines of the combo that a marked bar broke; none where it is not shown. */
  brokenLines: (columns: Columns, mark: Pick<SignalMark, 'index' | 'side'>) => BrokenLine[];
  /** Bars after which every value of the shown studies is defined. */
  neededBars: () => number;
  /** Values at a bar in view by key of the shown study and by output, null where undefined. */
  valuesAt: (index: number) => Record<string, Record<string, number | null>>;
  /** Other studies or other inputs; they count from the next restart on. */
  choose: (studies: readonly ChartStudy[]) => void;
  /** Starts over on other bars; `closedCount` of them can no longer change. */
  restart: (columns: Columns, closedCount: number) => void;
  /** Computes the values of the bars `from` … `to − 1` that have none yet. */
  cover: (columns: Columns, from: number, to: number) => void;
  /** Follows a newer state of the last bar, or a bar appended. */
  follow: (columns: Columns, closedCount: number, change: 'changed' | 'appended') => void;
  /** Follows `count` bars put before the first one: what is computed stays. */
  prepend: (columns: Columns, closedCount: number, count: number) => void;
  /** Computes the marks of bars that have closed since. */
  close: (columns: Columns, closedCount: number) => void;
};

function isComputable(definition: StudyDefinition, inputs: StudyInputs): boolean {
  const names = definition.inputs.map((field) => field.name);
  return inputProblems(inputs, names).length === 0;
}

/** The study whose lines the marks break: the first combo, which reads the inputs of the signals. */
const MARKED_KEY = 'combo';

function choices(chosen: readonly ChartStudy[]): Omit<ShownStudy, 'values'>[] {
  return chosen.flatMap((study) => {
    const definition = placedStudy(study);
    const inputs = { ...DEFAULT_INPUTS, ...study.inputs };
    if (!study.isVisible || !definition || !isComputable(definition, inputs)) return [];
    return [{ key: study.key, pane: paneOf(study), definition, inputs }];
  });
}

function valuesOf({ definition, values }: ShownStudy, index: number) {
  const outputs = values.outputs();
  const entries = definition.outputs.map(({ key }) => {
    const value = outputs[key]?.[index] ?? Number.NaN;
    return [key, Number.isNaN(value) ? null : value] as const;
  });
  return Object.fromEntries(entries);
}

export function createStudySet(): StudySet {
  let chosen: readonly ChartStudy[] = [];
  let shown: ShownStudy[] = [];
  let marks: MarkValues | null = null;
  let markedCount = 0;

  const restartMarks = (columns: Columns, closedCount: number) => {
    const combo = shown.find(({ key }) => key === MARKED_KEY);
    marks = combo ? createMarkValues(combo.inputs, columns, closedCount) : null;
    markedCount = closedCount;
  };
  const close = (columns: Columns, closedCount: number) => {
    marks?.close(columns, closedCount);
    markedCount = Math.max(markedCount, closedCount);
  };
  return {
    shown: () => shown,
    marksBetween: (from, to) => marks?.between(from, to) ?? [],
    brokenLines: (columns, mark) => {
      const combo = shown.find(({ key }) => key === MARKED_KEY);
      return combo ? brokenLines(columns, mark, combo.inputs) : [];
    },
    neededBars: () =>
      Math.max(0, ...shown.map(({ definition, inputs }) => definition.neededBars(inputs))),
    valuesAt: (index) =>
      Object.fromEntries(shown.map((study) => [study.key, valuesOf(study, index)])),
    choose(studies) {
      chosen = studies;
    },
    restart(columns, closedCount) {
      shown = choices(chosen).map((study) => {
        return { ...study, values: createStudyValues(study.definition, study.inputs, columns) };
      });
      restartMarks(columns, closedCount);
    },
    cover(columns, from, to) {
      for (const { values } of shown) values.cover(columns, from, to);
      marks?.cover(columns, from, to);
    },
    follow(columns, closedCount, change) {
      for (const { values } of shown) values.follow(columns, change);
      // A bar that had counted as closed changed after all: its mark must be computed again.
      if (markedCount >= columns.length) restartMarks(columns, closedCount);
      else close(columns, closedCount);
    },
    prepend(columns, closedCount, count) {
      for (const { values } of shown) values.prepend(columns, count);
      if (marks?.prepend(count)) {
        markedCount += count;
        // One may have closed since the bars were last looked at.
        close(columns, closedCount);
      } else restartMarks(columns, closedCount);
    },
    close,
  };
}
