import type { Columns } from '../columns/columns.ts';
import type { InputField, StudyInputs } from '../inputs.ts';
import type { WindowSet } from '../windows/window-set.ts';

/** The studies, and the names of what each one draws. */
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

/** A study's values by output, one per bar, NaN where undefined. */
export type StudyOutputs<Key extends string = OutputKey> = {
  readonly [Name in Key]: Float64Array;
};

/** The token of a line's colour; the page and the chart's theme know its value. */
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
  | 'comboShort'
  | 'comboLong';

/** How a line is stroked. */
export type LineStyle = {
  readonly widthPx: number;
  readonly dash: 'solid' | 'dashed' | 'dotted';
  /** Above 0 … 1. */
  readonly opacity: number;
};

/** In what form a value is written: percent has two decimals, basis points one. */
export type ValueFormat =
  | 'price'
  | 'percent'
  | 'signedPercent'
  | 'percentagePoints'
  | 'basisPoints'
  | 'signedInteger';

/** One series of a study. */
export type OutputDefinition<Key extends string = OutputKey> = {
  readonly key: Key;
  readonly label: string;
  /** What the price tag at the right edge says; without it there is no tag. */
  readonly tag?: string;
  readonly colour: ColourToken;
  readonly line: LineStyle;
  readonly format: ValueFormat;
  /** False for a value that stands in legend, table and panel but is no line of the pane. */
  readonly isDrawn: boolean;
};

/** The ground between two outputs, filled in a colour, or between one and zero, in those of rising and falling prices. */
export type FillHint<Key extends string = OutputKey> = {
  readonly upper: Key;
  readonly lower: Key | 'zero';
  readonly colour: ColourToken;
  /** 0 … 1. */
  readonly opacity: number;
};

/** A study as menus, forms, legends and the chart know it. */
export type StudyDefinition<Id extends StudyId = StudyId> = {
  readonly id: Id;
  readonly name: string;
  readonly shortName: string;
  readonly pane: 'main' | 'tightness' | 'longShort' | 'liquiditySpread';
  readonly axis: 'left' | 'right';
  readonly inputs: readonly InputField[];
  readonly outputs: readonly OutputDefinition<OutputKeyOf[Id]>[];
  readonly fills: readonly FillHint<OutputKeyOf[Id]>[];
  /** How many bars it takes until every output is defined. */
  readonly neededBars: (inputs: StudyInputs) => number;
};

/**
 * A study under way over growing columns. Whole series and live ticks go through the same steps, so that their
 * values cannot differ.
 */
export type StudyRun<Key extends string> = {
  /**
   * Writes the outputs of a chunk that the windows have just taken: `count` bars from an index on, all final but the
   * last, with which the next call begins again, in whatever state it then is.
   */
  readonly advance: (
    columns: Columns,
    outputs: StudyOutputs<Key>,
    from: number,
    count: number,
  ) => void;
};

/** A study with its maths. */
export type Study<Id extends StudyId> = StudyDefinition<Id> & {
  /** Begins a run over the windows that it asks of the set. */
  readonly start: (inputs: StudyInputs, windows: WindowSet) => StudyRun<OutputKeyOf[Id]>;
};

/** Long-term lines. */
export const SOLID: LineStyle = { widthPx: 2, dash: 'solid', opacity: 1 };
/** Short-term lines: told from the long ones without their colour. */
export const DASHED: LineStyle = { widthPx: 1.5, dash: 'dashed', opacity: 1 };
/** Lines that stand alone in their scale. */
export const THIN_SOLID: LineStyle = { widthPx: 1.5, dash: 'solid', opacity: 1 };
/** Edges of a filled channel. */
export const DOTTED: LineStyle = { widthPx: 1, dash: 'dotted', opacity: 1 };
