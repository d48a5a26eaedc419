import type { Columns } from '../columns/columns.ts';
import type { InputValues } from '../inputs.ts';

/** Volume by price: rows of equal height from the lowest price up. */
export type VolumeProfile = {
  readonly low: number;
  readonly high: number;
  /** Volume of bars that closed at or above their open, and of the others, one value a row. */
  readonly up: Float64Array;
  readonly down: Float64Array;
};

/** The part of a profile that holds a share of its volume. Rows are numbered from the lowest. */
export type ValueArea = {
  /** The row with the largest volume; of equal ones that nearest to the middle, then the lower one. */
  readonly pointOfControl: number;
  /** First and last row. */
  readonly from: number;
  readonly to: number;
  /** Prices: the middle of the row of control, the top of the highest row and the bottom of the lowest. */
  readonly control: number;
  readonly high: number;
  readonly low: number;
};

/** A profile and its value area, of which its study's outputs `control`, `high` and `low` are the prices. */
export type ProfileWithArea = { readonly profile: VolumeProfile; readonly area: ValueArea };

/** A profile that takes bar by bar. */
export type ProfileRun = {
  /** Adds the bar at an index, whose prices must lie within the profile. */
  readonly take: (columns: Columns, index: number) => void;
  /** Null without volume. */
  readonly result: () => ProfileWithArea | null;
};

/** The profile that a study draws at the price axis. */
export type StudyProfile = {
  /**
   * The bars in view, or the session of the last of them up to that bar. One of the view has values for a view and none
   * for a bar: only a chart computes it.
   */
  readonly of: 'view' | 'session';
  /** Starts an empty profile between two prices. Inputs are checked ones of the study. */
  readonly start: (inputs: InputValues, range: { low: number; high: number }) => ProfileRun;
};
