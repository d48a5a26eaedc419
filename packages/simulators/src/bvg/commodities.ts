/** A commodity of the exchange and its price process. */
export type Commodity = {
  code: string;
  name: string;
  /** Commodities with the same id make their intraday extremes at the same times. */
  pathId: string;
  /** The mean price in rand a ton. */
  level: number;
  /** The volatility of the nearest contract. */
  annualVolatility: number;
  /** The share of the variance that all crops of the commodity have in common. */
  sharedVariance: number;
  /** The volatility a year from delivery as a share of the nearest contract's. */
  farVolatility: number;
  /** The first contract month of a new crop. */
  newCropMonth: number;
  /** The largest daily move in rand a ton outside the delivery month. */
  dailyLimit: number;
  /** Contracts a day in the most active month. */
  dailyVolume: number;
};

/** Volatilities and correlations follow settlements of corn, wheat and soybeans in Chicago, 1995 to 2010. */
export const COMMODITIES: readonly Commodity[] = [
  {
    code: 'WMAZ',
    pathId: 'safex maize',
    name: 'White maize',
    level: 4_900,
    annualVolatility: 0.27,
    sharedVariance: 0.93,
    farVolatility: 0.79,
    newCropMonth: 7,
    dailyLimit: 200,
    dailyVolume: 2_500,
  },
  {
    code: 'YMAZ',
    pathId: 'safex maize',
    name: 'Yellow maize',
    level: 4_510,
    annualVolatility: 0.26,
    sharedVariance: 0.93,
    farVolatility: 0.79,
    newCropMonth: 7,
    dailyLimit: 180,
    dailyVolume: 2_200,
  },
  {
    code: 'WEAT',
    pathId: 'safex wheat',
    name: 'Bread milling wheat',
    level: 6_145,
    annualVolatility: 0.3,
    sharedVariance: 0.9,
    farVolatility: 0.78,
    newCropMonth: 12,
    dailyLimit: 250,
    dailyVolume: 900,
  },
  {
    code: 'SOYA',
    pathId: 'safex oilseed',
    name: 'Soybeans',
    level: 7_585,
    annualVolatility: 0.25,
    sharedVariance: 0.87,
    farVolatility: 0.82,
    newCropMonth: 5,
    dailyLimit: 300,
    dailyVolume: 1_500,
  },
  {
    code: 'SUNS',
    pathId: 'safex oilseed',
    name: 'Sunflower seed',
    level: 8_630,
    annualVolatility: 0.25,
    sharedVariance: 0.87,
    farVolatility: 0.82,
    newCropMonth: 5,
    dailyLimit: 340,
    dailyVolume: 700,
  },
];
