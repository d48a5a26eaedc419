import type { ChartStudy } from '@moneytrail/chart';
import { styledStudy } from '@moneytrail/chart/model';
import {
  DEFAULT_INPUTS,
  type HouseDefinition,
  type InputName,
  STUDIES,
  type StudyInputs,
  soundInputs,
} from '@moneytrail/indicators';
import { useMemo } from 'react';
import { record } from '../../../lib/record.ts';
import { createStoredValue } from '../../../lib/stored-value.ts';
import { createValueStore } from '../../../lib/value-store.ts';
import { useTechnicalCode } from '../../../stores/technical-studies.ts';
import { useValue } from '../../../stores/use-value.ts';
import {
  type CandleColours,
  type ChartLook,
  LOOK_NAMES,
  readCandleColours,
  readLook,
  ZONE_CHOICES,
  type ZoneChoice,
} from '../model/chart-look.ts';
import { type DrawingPreferences, readDrawingPreferences } from './drawing-preferences.ts';
import { readChartStudies, type StudyOnChart, studiesOnChart } from './studies-on-chart.ts';

/** The chart settings of this device. */
export type ChartPreferences = ChartLook & {
  /** The last open layout, whose look is stored below; null for none. */
  layoutId: number | null;
  /** Id of the chart that was active last, where there are several; null for the first. */
  activeChart: string | null;
  /** Buy and sell marks; they are hidden with their study. */
  hasMarks: boolean;
  zone: ZoneChoice;
  colours: CandleColours;
  /** Shared by the first study of each kind, the summary and the signals; further studies have inputs of their own. */
  inputs: StudyInputs;
  /** In the order of legends. */
  studies: readonly ChartStudy[];
  drawing: DrawingPreferences;
  /** Keys of columns that the table of bars leaves out. */
  hiddenColumns: readonly string[];
  isLegendFolded: boolean;
  /** The phone's legend has two lines unless it was opened. */
  isPhoneLegendOpen: boolean;
  isSummaryOpen: boolean;
  /** The tour has been seen or refused. */
  isTourDone: boolean;
  /** Single keys without Ctrl or Alt are shortcuts. */
  hasSingleKeys: boolean;
};

function texts(value: unknown): string[] {
  const stored: unknown[] = Array.isArray(value) ? value : [];
  return stored.filter((one) => typeof one === 'string');
}

/** Valid preferences from any stored value. */
export function readPreferences(stored: unknown): ChartPreferences {
  const fields = record(stored);
  return {
    layoutId: typeof fields.layoutId === 'number' ? fields.layoutId : null,
    activeChart: typeof fields.activeChart === 'string' ? fields.activeChart : null,
    ...readLook(fields),
    hasMarks: fields.hasMarks !== false,
    zone: ZONE_CHOICES.find((one) => one === fields.zone) ?? 'johannesburg',
    colours: readCandleColours(fields.colours),
    inputs: soundInputs(record(fields.inputs)),
    studies: readChartStudies(fields),
    drawing: readDrawingPreferences(fields.drawing),
    hiddenColumns: texts(fields.hiddenColumns),
    isLegendFolded: fields.isLegendFolded === true,
    isPhoneLegendOpen: fields.isPhoneLegendOpen === true,
    isSummaryOpen: fields.isSummaryOpen !== false,
    isTourDone: fields.isTourDone === true,
    hasSingleKeys: fields.hasSingleKeys !== false,
  };
}

/** Preferences that belong to a layout. */
const LAYOUT_NAMES = [...LOOK_NAMES, 'zone', 'inputs', 'studies'] as const;

export type LayoutPreferences = Pick<ChartPreferences, (typeof LAYOUT_NAMES)[number]>;

/** The preferences among others that belong to a layout. */
export function layoutPreferences(preferences: LayoutPreferences): LayoutPreferences {
  const entries = LAYOUT_NAMES.map((name) => [name, preferences[name]]);
  return Object.fromEntries(entries) as LayoutPreferences;
}

type WithLayout = { layoutId: number | null };

/**
 * Preferences of this device; those named by `look` belong to the layout on the screen. Changes of other tabs are
 * followed, except for the look of a layout: that comes with its saves, and a tab that copied it would seem changed.
 */
export function createPreferenceStore<Preferences extends WithLayout>(
  read: (stored: unknown) => Preferences,
  look: readonly (keyof Preferences)[],
  options: Parameters<typeof createStoredValue<Preferences>>[2] = {},
) {
  const stored = createStoredValue('chart', read, options);
  const shown = createValueStore(stored.get());
  const withOwnLook = (other: Preferences): Preferences => {
    const own = shown.get();
    if (other.layoutId === null && own.layoutId === null) return other;
    const entries = [...look, 'layoutId' as const].map((name) => [name, own[name]]);
    return { ...other, ...Object.fromEntries(entries) };
  };
  /** Somebody else's look is shown, and nothing is stored meanwhile. */
  let isBorrowed = false;
  stored.subscribe(() => {
    if (!isBorrowed) shown.set(withOwnLook(stored.get()));
  });
  return {
    get: shown.get,
    subscribe: shown.subscribe,
    /** Shows the look of somebody else's chart until `giveBack`. */
    borrow(changes: Partial<Preferences>) {
      isBorrowed = true;
      shown.set({ ...shown.get(), ...changes });
    },
    giveBack() {
      if (!isBorrowed) return;
      isBorrowed = false;
      shown.set(stored.get());
    },
    change(next: (before: Preferences) => Preferences) {
      if (isBorrowed) {
        shown.set(next(shown.get()));
        return;
      }
      // Includes what other tabs have changed meanwhile.
      stored.change((other) => {
        const before = withOwnLook(other);
        const after = next(before);
        shown.set(after);
        return after;
      });
    },
  };
}

const store = createPreferenceStore(readPreferences, LAYOUT_NAMES);

export function usePreferences(): ChartPreferences {
  return useValue(store);
}

/** Changes some preferences at once and remembers them on this device. */
export function updatePreferences(changes: Partial<ChartPreferences>): void {
  store.change((stored) => ({ ...stored, ...changes }));
}

export type StudySettings = Pick<ChartPreferences, 'inputs' | 'studies'>;

/** Changes the studies, including what other tabs have changed meanwhile. */
export function changeStudies(next: (now: StudySettings) => Partial<StudySettings>): void {
  store.change((stored) => ({ ...stored, ...next(stored) }));
}

export function updateDrawing(changes: Partial<DrawingPreferences>): void {
  store.change((stored) => ({ ...stored, drawing: { ...stored.drawing, ...changes } }));
}

/** Shows the look of somebody else's chart, which is never stored, until `giveLookBack`. */
export function borrowLook(look: Partial<ChartPreferences>): void {
  store.borrow(look);
}

export function giveLookBack(): void {
  store.giveBack();
}

/** The present preferences, outside React. */
export function presentPreferences(): ChartPreferences {
  return store.get();
}

/** Whether marks are shown: they are hidden with their study. */
export function areMarksShown({
  hasMarks,
  studies,
}: Pick<ChartPreferences, 'hasMarks' | 'studies'>): boolean {
  return hasMarks && studies.some(({ key, isVisible }) => key === 'combo' && isVisible);
}

/** Inputs of buy and sell marks. */
export const SIGNAL_INPUTS = [
  'source',
  'length',
  'longInput',
  'shortInput',
  'comboShortRange',
  'comboLongRange',
] as const satisfies readonly InputName[];

/** Whether the server's published marks are computed from these inputs. */
export function haveDefaultSignals(inputs: StudyInputs): boolean {
  return SIGNAL_INPUTS.every((name) => inputs[name] === DEFAULT_INPUTS[name]);
}

/** The studies on this device's chart, in the order of legends. */
export function useStudiesOnChart(): StudyOnChart[] {
  const { studies, inputs } = usePreferences();
  const code = useTechnicalCode();
  // Studies of the field appear once their code is loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `code` decides what `studiesOnChart` finds.
  return useMemo(() => studiesOnChart(studies, inputs), [studies, inputs, code]);
}

/** The studies of the house with the lines of the first study of each kind on this device's chart. */
export function useStyledStudies(): HouseDefinition[] {
  const { studies } = usePreferences();
  return STUDIES.map((study) => {
    const first = studies.find(({ key }) => key === study.id);
    return styledStudy(study, first?.styles);
  });
}

/** Whether this device saves changes of the chart automatically. */
export const autosave = createStoredValue('chartAutosave', (stored) => stored !== false);
