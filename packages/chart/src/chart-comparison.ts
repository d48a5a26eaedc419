import type { Resolution } from '@moneytrail/calendar';
import type { BarSource, ChartSymbol } from './chart-source.ts';
import type { StudyColour } from './chart-theme.ts';
import type { StartInstrumentValues } from './compare/instrument-values.ts';

/** Most instruments that can be compared with the chart's. */
export const MOST_COMPARED = 4;

/** Line colours in the order of assignment; none is the colour of a level over the bars. */
export const COMPARED_COLOURS = [
  'longShort',
  'deployment',
  'liquiditySpread',
  'tightnessShort',
  'magenta',
  'teal',
  'brown',
  'lime',
  'lavender',
] as const satisfies readonly StudyColour[];
export type ComparedColour = (typeof COMPARED_COLOURS)[number];

export const COMPARED_LINE = { widthPx: 2, dash: 'solid', opacity: 1 } as const;

/** An instrument compared with the chart's: a line of its closes in percent. */
export type ComparedInstrument = {
  /** Ticker. */
  symbol: string;
  colour: ComparedColour;
  isVisible: boolean;
};

/** Finds an instrument and its source; rejects where it cannot be shown. */
export type OpenCompared = (asked: {
  symbol: string;
  resolution: Resolution;
  /** More was missed than can be read piece by piece: the instrument loads again. */
  onGap: () => void;
}) => Promise<{ symbol: ChartSymbol; source: BarSource }>;

/**
 * Other instruments on the chart. While one is visible, or a study of one stands over the prices, the prices of the main
 * pane are in percent.
 */
export type ChartComparison = {
  all: () => readonly ComparedInstrument[];
  /** Replaces the instruments as one undo step. */
  set: (instruments: readonly ComparedInstrument[]) => void;
  /** Replaces the instruments without an undo step, as another layout was opened. */
  replaceAll: (instruments: readonly ComparedInstrument[]) => void;
  /** Requests again only what failed of one instrument. */
  retry: (symbol: string) => void;
  /** Finds and loads one instrument again, as the user's access to it changed. */
  reopen: (symbol: string) => void;
  /** Closes of the visible instruments at each loaded bar of the chart; NaN where unknown. */
  closes: () => { symbol: string; closes: Float64Array }[];
  /**
   * Starts studies of compared instruments over bars that are those of now, for tables and files of the loaded bars. Null
   * while none has been loaded.
   */
  frozen: () => StartInstrumentValues | null;
};
