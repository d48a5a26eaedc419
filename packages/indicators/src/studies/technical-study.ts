import type { InputValues } from '../inputs.ts';
import { STUDIES } from './catalogue.ts';
import type { StudyProfile } from './profile.ts';
import type { StudyDefinition } from './study.ts';

export const TECHNICAL_GROUPS = [
  'Moving averages',
  'Trend',
  'Momentum',
  'Volatility',
  'Volume',
  'Levels',
] as const;
export type TechnicalGroup = (typeof TECHNICAL_GROUPS)[number];

/** One bar as a technical study takes it. */
export type StepBar = {
  timeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  /** Zero where the market reports none. */
  volume: number;
  /** The price that the input `source` names; the close for studies without that input. */
  source: number;
};

/**
 * Takes the next bar, or a new state of the bar it took last (`isNewState`), and writes the values there in the order of
 * the outputs: NaN where undefined. The bar is reused by the caller and must not be kept.
 */
export type StudyStep = (bar: StepBar, isNewState: boolean, values: Float64Array) => void;

/** The input that names the interval of the bars that a study is computed from. */
export const INTERVAL_INPUT = 'interval';
/** The interval of the chart; the other ones are the names of intervals. */
export const CHART_INTERVAL = 'chart';

export type PeriodName = 'auto' | 'session' | 'week' | 'month' | 'year';

/** Facts about a market that bars alone do not tell. */
export type StepContext = {
  /**
   * Names the bar of a longer interval that a time belongs to by its start, epoch ms; null if the interval is not longer
   * than that of the bars.
   */
  longerBar?: (interval: string, timeMs: number) => number | null;
  /**
   * Start of the trading session, week, month or year that a time belongs to, epoch ms: the same for all times of one.
   * `auto` is one of these that suits the interval of the bars.
   */
  periodStart: (period: PeriodName, timeMs: number) => number;
};

/**
 * A study of the field, such as a moving average. Its values may depend on all bars before: it is computed from the first
 * loaded bar on, each bar once.
 */
export type TechnicalStudy = StudyDefinition & {
  readonly group: TechnicalGroup;
  /** Further names under which traders search for it, in lower case. */
  readonly aliases: readonly string[];
  /** Its definition, its first value, and where others differ, in one to three sentences. */
  readonly about: string;
  /** It is undefined for an instrument without volume. */
  readonly readsVolume: boolean;
  /** It draws a volume profile, of which its outputs `control`, `high` and `low` are the prices. */
  readonly profile?: StudyProfile;
  /** Its values are sums since the first loaded bar: only their changes have a meaning. */
  readonly isCumulative?: boolean;
  /** Starts before the first bar. Inputs are checked ones of this study. */
  readonly start: (inputs: InputValues, context: StepContext) => StudyStep;
};

let technicalStudies: readonly TechnicalStudy[] = [];

/** Makes the studies of the field known. Their package is loaded with the first chart that has one. */
export function offerTechnicalStudies(studies: readonly TechnicalStudy[]): void {
  technicalStudies = studies;
}

/** The bars of an interval after which every value of a study is defined, longer bars that it is computed from included. */
export function neededBarsOf(
  study: Pick<StudyDefinition, 'neededBars'>,
  inputs: InputValues,
  { barsInDay, barsIn }: { barsInDay: number; barsIn: (interval: string) => number },
): number {
  return Math.ceil(study.neededBars(inputs, barsInDay) * barsIn(`${inputs[INTERVAL_INPUT]}`));
}

/** Those that are offered; empty before. */
export function offeredTechnicalStudies(): readonly TechnicalStudy[] {
  return technicalStudies;
}

export function isTechnical(definition: StudyDefinition): definition is TechnicalStudy {
  return 'group' in definition;
}

/** A profile of the bars in view: its values belong to a view and to no bar. */
export function isOfView(definition: StudyDefinition): boolean {
  return isTechnical(definition) && definition.profile?.of === 'view';
}

/** The study with an id; undefined if there is none, or if its package is not loaded yet. */
export function findStudy(id: string): StudyDefinition | undefined {
  return STUDIES.find((study) => study.id === id) ?? technicalStudies.find((one) => one.id === id);
}
