import type { Columns } from '../columns/columns.ts';
import type { HouseField, InputField, InputValues, StudyInputs } from '../inputs.ts';
import type { WindowSet } from '../windows/window-set.ts';

/** The studies of the house and the names of their outputs. */
export type OutputKeyOf = {
  shortTermLevels: 'resistance' | 'support';
  longTermLevels: 'resistance' | 'support';
  combo: 'shortResistance' | 'shortSupport' | 'longResistance' | 'longSupport';
  tightness: 'shortTerm' | 'longTerm' | 'distanceToShortTermMin' | 'distanceToLongTermMin';
  liquiditySpread: 'spread';
  longShortPercentage: 'percentage';
  deployment: 'deployment';
};

export type StudyId = keyof OutputKeyOf;
export type OutputKey<Id extends StudyId = StudyId> = OutputKeyOf[Id];

/** A study's values by output, one per bar, NaN if undefined. */
export type StudyOutputs<Key extends string = string> = {
  readonly [Name in Key]: Float64Array;
};

/** Colour tokens of lines; the page and the chart's theme map them to colours. */
export type ColourToken =
  | 'shortResistance'
  | 'longResistance'
  | 'longSupport'
  | 'shortSupport'
  | 'tightnessLong'
  | 'tightnessShort'
  | 'longShort'
  | 'deployment'
  | 'liquiditySpread'
  | 'magenta'
  | 'teal'
  | 'brown'
  | 'lime'
  | 'lavender'
  | 'comboShort'
  | 'comboLong';

/** The stroke of a line. */
export type LineStyle = {
  readonly widthPx: number;
  readonly dash: 'solid' | 'dashed' | 'dotted';
  /** Above 0 … 1. */
  readonly opacity: number;
};

/**
 * The format of a value: percent and plain numbers have two decimals, basis points one, a change of price a sign. An
 * amount, such as a volume, is shortened to thousands, millions or billions.
 */
export type ValueFormat =
  | 'price'
  | 'priceChange'
  | 'number'
  | 'amount'
  | 'percent'
  | 'signedPercent'
  | 'percentagePoints'
  | 'basisPoints'
  | 'signedInteger';

/** One series of a study. */
export type OutputDefinition<Key extends string = string> = {
  readonly key: Key;
  readonly label: string;
  /** The text of the price tag at the right edge; without it there is no tag. */
  readonly tag?: string;
  readonly colour: ColourToken;
  readonly line: LineStyle;
  /**
   * Columns stand on zero and take the colours of rising and falling prices; dots stand alone. Peaks and troughs are marks
   * above or below a price, with a line to the bar of the value where that is a later one. Legs join points that are known
   * only later (`legs`). Default: a line.
   */
  readonly shape?: 'line' | 'columns' | 'dots' | 'peaks' | 'troughs' | 'legs';
  /**
   * The outputs beside the points of the shape `legs`: how many bars before the bar of a value its point lies (`back`), and
   * at each bar the end of the leg that has not ended (`tip`), with the bars back to it.
   */
  readonly legs?: { readonly back: string; readonly tip: string; readonly tipBack: string };
  readonly format: ValueFormat;
  /** False for a value that appears in legend, table and panel but not as a line of the pane. */
  readonly isDrawn: boolean;
  /**
   * Bars by which the line is drawn later than its values, or earlier if negative. Drawing alone knows it: everywhere else
   * a value belongs to the bar that it is computed at. A line of a longer interval is not drawn, as its bars are others.
   */
  readonly displacement?: (inputs: InputValues) => number;
  /**
   * Beyond the newest bar the line goes on with the newest values of another output, each drawn `bars` later than it is
   * computed: values of bars to come that are known already. Only on the interval of the chart.
   */
  readonly ahead?: { readonly output: string; readonly bars: (inputs: InputValues) => number };
};

/**
 * The area between two outputs, filled in a colour, or between an output and zero, filled in the colours of rising and
 * falling prices.
 */
export type FillHint<Key extends string = string> = {
  readonly upper: Key;
  readonly lower: Key | 'zero';
  readonly colour: ColourToken;
  /** 0 … 1. */
  readonly opacity: number;
};

/** The part of a study that menus, forms, legends and the chart use. */
export type StudyDefinition = {
  readonly id: string;
  readonly name: string;
  readonly shortName: string;
  /** The main pane, or a kind of pane: studies of one kind share the units of an axis and may share a pane. */
  readonly pane: string;
  readonly axis: 'left' | 'right';
  readonly inputs: readonly InputField[];
  readonly outputs: readonly OutputDefinition[];
  readonly fills: readonly FillHint[];
  /** Values at which the pane has a dotted line, such as 30 and 70. */
  readonly levels?: readonly number[];
  /**
   * The number of bars until every output is defined. Inputs are checked ones of this study. Studies of sessions or longer
   * periods need the number of the chart's bars in a day, less than 1 for bars of weeks; without it, they assume one.
   */
  neededBars(inputs: InputValues, barsInDay?: number): number;
};

/** The definition of a study of the house. */
export type HouseDefinition<Id extends StudyId = StudyId> = Omit<
  StudyDefinition,
  'id' | 'pane' | 'inputs' | 'outputs' | 'fills' | 'neededBars'
> & {
  readonly id: Id;
  readonly pane: 'main' | 'tightness' | 'longShort' | 'liquiditySpread';
  readonly inputs: readonly HouseField[];
  readonly outputs: readonly OutputDefinition<OutputKeyOf[Id]>[];
  readonly fills: readonly FillHint<OutputKeyOf[Id]>[];
  neededBars(inputs: StudyInputs): number;
};

/**
 * A running study over growing columns. Whole series and live ticks go through the same steps, so their values cannot
 * differ.
 */
export type StudyRun<Key extends string> = {
  /**
   * Writes the outputs of the chunk that the windows have just taken: `count` bars from `from` on. All are final but
   * the last, with which the next call starts again.
   */
  readonly advance: (
    columns: Columns,
    outputs: StudyOutputs<Key>,
    from: number,
    count: number,
  ) => void;
};

/** A study with its maths. */
export type Study<Id extends StudyId> = HouseDefinition<Id> & {
  /** Starts a run over windows of the set. */
  readonly start: (inputs: StudyInputs, windows: WindowSet) => StudyRun<OutputKeyOf[Id]>;
};

/** Long-term lines. */
export const SOLID: LineStyle = { widthPx: 2, dash: 'solid', opacity: 1 };
/** Short-term lines, distinguishable from long-term ones without colour. */
export const DASHED: LineStyle = { widthPx: 1.5, dash: 'dashed', opacity: 1 };
/** The only line of its scale. */
export const THIN_SOLID: LineStyle = { widthPx: 1.5, dash: 'solid', opacity: 1 };
/** The edges of a filled channel. */
export const DOTTED: LineStyle = { widthPx: 1, dash: 'dotted', opacity: 1 };
