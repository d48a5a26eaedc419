import {
  type Columns,
  createMarks,
  createStudy,
  DEFAULT_INPUTS,
  inputProblems,
  type LiveMarks,
  type LiveStudy,
  type SignalMark,
  STUDIES,
  type StudyDefinition,
  type StudyId,
  type StudyInputs,
} from '@moneytrail/indicators';
import type { ChartStudy } from '../chart-engine.ts';

/** A study in sight: what it draws, and its values. */
export type ShownStudy = { definition: StudyDefinition; inputs: StudyInputs; live: LiveStudy };

/** The studies of a chart, following its bars. Hidden ones, and ones with impossible inputs, are not computed. */
export type StudySet = {
  /** In the order of the catalogue. */
  shown: () => readonly ShownStudy[];
  marks: () => readonly SignalMark[];
  /** Bars after which every value of the shown studies is defined. */
  neededBars: () => number;
  /** Values at a bar by study and output, null where undefined. */
  valuesAt: (index: number) => Record<StudyId, Record<string, number | null>>;
  /** Other studies or other inputs. */
  choose: (studies: readonly ChartStudy[]) => void;
  /** Starts over on other bars; `closedCount` of them can no longer change. */
  restart: (columns: Columns, closedCount: number) => void;
  /** Follows a newer state of the last bar, or a bar appended. */
  follow: (columns: Columns, closedCount: number, change: 'changed' | 'appended') => void;
  /** Judges bars that time has closed. */
  close: (columns: Columns, closedCount: number) => void;
};

function isComputable(definition: StudyDefinition, inputs: StudyInputs): boolean {
  const names = definition.inputs.map((field) => field.name);
  return inputProblems(inputs, names).length === 0;
}

function values(study: ShownStudy | undefined, id: StudyId, index: number) {
  const definition = study?.definition ?? STUDIES.find((one) => one.id === id);
  const entries = (definition?.outputs ?? []).map(({ key }) => {
    const value = study?.live.outputs[key]?.[index] ?? Number.NaN;
    return [key, Number.isNaN(value) ? null : value] as const;
  });
  return Object.fromEntries(entries);
}

export function createStudySet(): StudySet {
  let chosen: readonly ChartStudy[] = [];
  let shown: ShownStudy[] = [];
  let liveMarks: LiveMarks | null = null;
  let markedCount = 0;

  const restartMarks = (columns: Columns, closedCount: number) => {
    const combo = shown.find((study) => study.definition.id === 'combo');
    liveMarks = combo ? createMarks(columns, closedCount, combo.inputs) : null;
    markedCount = closedCount;
  };
  return {
    shown: () => shown,
    marks: () => liveMarks?.marks ?? [],
    neededBars: () =>
      Math.max(0, ...shown.map(({ definition, inputs }) => definition.neededBars(inputs))),
    valuesAt(index) {
      const of = (id: StudyId) =>
        values(
          shown.find((study) => study.definition.id === id),
          id,
          index,
        );
      return {
        shortTermLevels: of('shortTermLevels'),
        longTermLevels: of('longTermLevels'),
        combo: of('combo'),
        tightness: of('tightness'),
        liquiditySpread: of('liquiditySpread'),
        longShortPercentage: of('longShortPercentage'),
        deployment: of('deployment'),
      };
    },
    choose(studies) {
      chosen = studies;
    },
    restart(columns, closedCount) {
      shown = STUDIES.flatMap((definition) => {
        const study = chosen.find(({ id, isVisible }) => id === definition.id && isVisible);
        const inputs = { ...DEFAULT_INPUTS, ...study?.inputs };
        if (!study || !isComputable(definition, inputs)) return [];
        return [{ definition, inputs, live: createStudy(definition.id, columns, inputs) }];
      });
      restartMarks(columns, closedCount);
    },
    follow(columns, closedCount, change) {
      for (const { live } of shown) {
        if (change === 'appended') live.barAppended(columns);
        else live.lastBarChanged(columns);
      }
      // A bar that had counted as closed changed after all: its mark must be judged again.
      if (markedCount >= columns.length) restartMarks(columns, closedCount);
      else this.close(columns, closedCount);
    },
    close(columns, closedCount) {
      liveMarks?.barClosed(columns, closedCount);
      markedCount = Math.max(markedCount, closedCount);
    },
  };
}
