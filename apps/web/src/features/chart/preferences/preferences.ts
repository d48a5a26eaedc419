import type { CandleType, ChartGuides, ChartStudy, PriceScale } from '@moneytrail/chart';
import { CANDLE_TYPES, PRICE_SCALES, readGuides } from '@moneytrail/chart/model';
import {
  DEFAULT_INPUTS,
  type InputName,
  type StudyInputs,
  soundInputs,
} from '@moneytrail/indicators';
import { record } from '../../../lib/record.ts';
import { useValue } from '../../../stores/use-value.ts';
import {
  type CandleColours,
  readCandleColours,
  ZONE_CHOICES,
  type ZoneChoice,
} from '../model/chart-look.ts';
import { type DrawingPreferences, readDrawingPreferences } from './drawing-preferences.ts';
import { createPreferenceStore } from './preference-store.ts';
import { readChartStudies } from './studies-on-chart.ts';

/** How this device shows charts. */
export type ChartPreferences = {
  /** The layout that was open last, which the look below is of; null for none. */
  layoutId: number | null;
  candleType: CandleType;
  priceScale: PriceScale;
  /** Far levels do not squeeze the bars. */
  isPriceOnly: boolean;
  /** Buy and sell marks, which also go with the study that they are of. */
  hasMarks: boolean;
  /** Volume under the bars. */
  hasVolume: boolean;
  /** Grid, line of the last price, countdown, session breaks. */
  guides: ChartGuides;
  zone: ZoneChoice;
  colours: CandleColours;
  /**
   * One set for the first study of each kind, the summary and the signals: a length that two of them read is one
   * setting. Further studies have inputs of their own.
   */
  inputs: StudyInputs;
  /** In the order of legends. */
  studies: readonly ChartStudy[];
  drawing: DrawingPreferences;
  /** Columns that the table of bars leaves out, by their keys. */
  hiddenColumns: readonly string[];
  isLegendFolded: boolean;
  /** The phone's legend has two lines unless it was opened. */
  isPhoneLegendOpen: boolean;
  isSummaryOpen: boolean;
  /** Whether the tour has been seen or refused. */
  isTourDone: boolean;
  /** Whether single keys without Ctrl or Alt do something. */
  hasSingleKeys: boolean;
};

function oneOf<Choice>(value: unknown, choices: readonly Choice[], fallback: Choice): Choice {
  return choices.find((choice) => choice === value) ?? fallback;
}

function texts(value: unknown): string[] {
  const stored: unknown[] = Array.isArray(value) ? value : [];
  return stored.filter((one) => typeof one === 'string');
}

/** Turns whatever is stored into valid preferences. */
export function readPreferences(stored: unknown): ChartPreferences {
  const fields = record(stored);
  return {
    layoutId: typeof fields.layoutId === 'number' ? fields.layoutId : null,
    candleType: oneOf(fields.candleType, CANDLE_TYPES, 'candles'),
    priceScale: oneOf(fields.priceScale, PRICE_SCALES, 'normal'),
    isPriceOnly: fields.isPriceOnly !== false,
    hasMarks: fields.hasMarks !== false,
    hasVolume: fields.hasVolume !== false,
    guides: readGuides(fields.guides),
    zone: oneOf(fields.zone, ZONE_CHOICES, 'johannesburg'),
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

/** What of the preferences makes up a layout. */
export const LOOK = [
  'candleType',
  'priceScale',
  'isPriceOnly',
  'hasVolume',
  'guides',
  'zone',
  'inputs',
  'studies',
] as const satisfies readonly (keyof ChartPreferences)[];

const store = createPreferenceStore(readPreferences, LOOK);

export function usePreferences(): ChartPreferences {
  return useValue(store);
}

/** Changes some preferences at once and remembers them on this device. */
export function updatePreferences(changes: Partial<ChartPreferences>): void {
  store.change((stored) => ({ ...stored, ...changes }));
}

/** What of the preferences says which studies are on the chart, and how. */
export type StudySettings = Pick<ChartPreferences, 'inputs' | 'studies'>;

/** Changes the studies as they are now, with what other tabs have changed meanwhile. */
export function changeStudies(next: (now: StudySettings) => Partial<StudySettings>): void {
  store.change((stored) => ({ ...stored, ...next(stored) }));
}

/** Changes how this device draws. */
export function updateDrawing(changes: Partial<DrawingPreferences>): void {
  store.change((stored) => ({ ...stored, drawing: { ...stored.drawing, ...changes } }));
}

/** Takes the look of somebody else's chart, which is never stored. */
export function borrowLook(look: Partial<ChartPreferences>): void {
  store.borrow(look);
}

/** Ends that. */
export function giveLookBack(): void {
  store.giveBack();
}

/** The preferences of this moment, for what does not draw. */
export function presentPreferences(): ChartPreferences {
  return store.get();
}

/** Whether marks are to be seen: they go with the study that they are of. */
export function areMarksShown({
  hasMarks,
  studies,
}: Pick<ChartPreferences, 'hasMarks' | 'studies'>): boolean {
  return hasMarks && studies.some(({ key, isVisible }) => key === 'combo' && isVisible);
}

/** What buy and sell marks are made with. */
export const SIGNAL_INPUTS = [
  'source',
  'length',
  'longInput',
  'shortInput',
  'comboShortRange',
  'comboLongRange',
] as const satisfies readonly InputName[];

/** Whether the marks that the server publishes are those of these inputs. */
export function haveDefaultSignals(inputs: StudyInputs): boolean {
  return SIGNAL_INPUTS.every((name) => inputs[name] === DEFAULT_INPUTS[name]);
}
