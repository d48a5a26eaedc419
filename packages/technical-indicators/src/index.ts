import type { TechnicalStudy } from '@moneytrail/indicators';
import { LEVEL_STUDIES } from './groups/levels.ts';
import { PRICE_MOMENTUM } from './groups/momentum.ts';
import { BAR_MOMENTUM } from './groups/momentum-of-bars.ts';
import { MOVING_AVERAGES } from './groups/moving-averages.ts';
import { PROFILES } from './groups/profiles.ts';
import { SWINGS } from './groups/swings.ts';
import { TREND } from './groups/trend.ts';
import { VOLATILITY } from './groups/volatility.ts';
import { VOLUME } from './groups/volume.ts';

/**
 * Stored values of studies belong to it. It increases when a study with its default inputs has other values, other outputs
 * or another order of them.
 */
export const TECHNICAL_VERSION = 2;

/** The studies of the field, by group, the best known of each first. */
export const TECHNICAL_STUDIES: readonly TechnicalStudy[] = [
  ...MOVING_AVERAGES,
  ...TREND,
  ...SWINGS,
  ...PRICE_MOMENTUM,
  ...BAR_MOMENTUM,
  ...VOLATILITY,
  ...VOLUME,
  ...PROFILES,
  ...LEVEL_STUDIES,
];
