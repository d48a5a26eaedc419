import type { PriceSource } from '../columns/price-source.ts';

/** Everything a user may set about the studies. Lengths count bars. */
export type StudyInputs = {
  readonly source: PriceSource;
  readonly shortTermLength: number;
  readonly longTermLength: number;
  /** Of deployment, long/short percentage and liquidity spread alike. */
  readonly length: number;
  /** Deployment at or above this is long. */
  readonly longInput: number;
  /** Deployment at or below this is short. */
  readonly shortInput: number;
  readonly comboShortRange: number;
  readonly comboLongRange: number;
};

export type InputName = keyof StudyInputs;

export const DEFAULT_INPUTS: StudyInputs = {
  source: 'close',
  shortTermLength: 20,
  longTermLength: 100,
  length: 40,
  longInput: 100,
  shortInput: -100,
  comboShortRange: 20,
  comboLongRange: 100,
};
