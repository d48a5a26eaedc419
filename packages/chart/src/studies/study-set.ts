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
import { createStudyValues, type StudyValues, unknownValues } from './study-values.ts';

type ShownStudy = {
  key: string;
  pane: PaneId;
  definition: StudyDefinition;
  inputs: StudyInputs;
  values: StudyValues;
};

function isComputable(definition: StudyDefinition, inputs: StudyInputs): boolean {
  const names = definition.inputs.map((field) => field.name);
  return inputProblems(inputs, names).length === 0;
}

/** Marks break the lines of the first combo, which has the inputs of the signals. */
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

export type StudySet = ReturnType<typeof createStudySet>;

/** The studies of a chart. Hidden ones and those with invalid inputs are not computed. */
export function createStudySet() {
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
    /** In the order in which they were chosen. */
    shown: (): readonly ShownStudy[] => shown,
    /** Signals on the bars `from` … `to − 1`. */
    marksBetween: (from: number, to: number): readonly SignalMark[] =>
      marks?.between(from, to) ?? [],
    /** The combo's lines that a marked bar broke; none while the combo is hidden. */
    brokenLines(columns: Columns, mark: Pick<SignalMark, 'index' | 'side'>): BrokenLine[] {
      const combo = shown.find(({ key }) => key === MARKED_KEY);
      return combo ? brokenLines(columns, mark, combo.inputs) : [];
    },
    /** Number of bars after which every value is defined. */
    neededBars: (): number =>
      Math.max(0, ...shown.map(({ definition, inputs }) => definition.neededBars(inputs))),
    /** Values at a visible bar by study key and output; null where undefined. */
    valuesAt: (index: number): Record<string, Record<string, number | null>> =>
      Object.fromEntries(shown.map((study) => [study.key, valuesOf(study, index)])),
    /** Other studies or inputs; they take effect with the next restart. */
    choose(studies: readonly ChartStudy[]): void {
      chosen = studies;
    },
    /** Computes from the start; the first `closedCount` bars are closed. An index has no spread. */
    restart(columns: Columns, closedCount: number, isIndex = false): void {
      shown = choices(chosen).map((study) => {
        const { definition, inputs } = study;
        const isUnknown = isIndex && definition.id === 'liquiditySpread';
        const values = isUnknown
          ? unknownValues(definition, columns)
          : createStudyValues(definition, inputs, columns);
        return { ...study, values };
      });
      restartMarks(columns, closedCount);
    },
    /** Computes missing values of the bars `from` … `to − 1`. */
    cover(columns: Columns, from: number, to: number): void {
      for (const { values } of shown) values.cover(columns, from, to);
      marks?.cover(columns, from, to);
    },
    /** A new state of the last bar, or a bar after it. */
    follow(columns: Columns, closedCount: number, change: 'changed' | 'appended'): void {
      for (const { values } of shown) values.follow(columns, change);
      // A bar that counted as closed has changed: its mark must be computed again.
      if (markedCount >= columns.length) restartMarks(columns, closedCount);
      else close(columns, closedCount);
    },
    /** `count` bars were put before the first one: computed values stay. */
    prepend(columns: Columns, closedCount: number, count: number): void {
      for (const { values } of shown) values.prepend(columns, count);
      if (marks?.prepend(count)) {
        markedCount += count;
        // A bar may have closed since the last call.
        close(columns, closedCount);
      } else restartMarks(columns, closedCount);
    },
    /** Computes the marks of newly closed bars. */
    close,
  };
}
