import type { Resolution } from '@moneytrail/calendar';
import type { BarSource, ChartSymbol } from './chart-source.ts';
import type { StudyColour } from './chart-theme.ts';

/** So many instruments can be compared with that of the chart. */
export const MOST_COMPARED = 4;

/** The colours of their lines, in the order in which they are given: none is that of a level over the bars. */
export const COMPARED_COLOURS = [
  'longShort',
  'deployment',
  'liquiditySpread',
  'tightnessShort',
] as const satisfies readonly StudyColour[];
export type ComparedColour = (typeof COMPARED_COLOURS)[number];

/** The stroke of their lines. */
export const COMPARED_LINE = { widthPx: 2, dash: 'solid', opacity: 1 } as const;

/** An instrument that is compared with that of the chart: a line of its closes, in percent. */
export type ComparedInstrument = {
  /** Its ticker. */
  symbol: string;
  colour: ComparedColour;
  isVisible: boolean;
};

/** Finds an instrument and where its bars come from; rejects where it cannot be shown. */
export type OpenCompared = (asked: {
  symbol: string;
  resolution: Resolution;
  /** More was missed than can be read again piece by piece: it is to be opened anew. */
  onGap: () => void;
}) => Promise<{ symbol: ChartSymbol; source: BarSource }>;

/** Other instruments on the chart. While one of them is shown, the prices of the main pane are in percent. */
export type ChartComparison = {
  all: () => readonly ComparedInstrument[];
  /** Compares with others: one step that can be taken back. */
  set: (instruments: readonly ComparedInstrument[]) => void;
  /** Others altogether, as another layout was opened: no step of the history. */
  replaceAll: (instruments: readonly ComparedInstrument[]) => void;
  /** Tries again what failed of one of them, and only that. */
  retry: (symbol: string) => void;
  /** Finds and loads one of them anew: what may be seen of it has changed. */
  reopen: (symbol: string) => void;
  /** The closes of those that are shown at each loaded bar of the chart, NaN where none is known. */
  closes: () => { symbol: string; closes: Float64Array }[];
};
