import type { ScreenFigure } from '../endpoints/screener.ts';

/** How a figure of a screen is written. Prices have the decimals of their instrument. */
export type FigureKind =
  | 'price'
  | 'priceChange'
  | 'number'
  | 'change'
  | 'percent'
  | 'points'
  | 'signedPoints'
  | 'volume'
  | 'ratio'
  | 'signedNumber'
  | 'basisPoints'
  | 'index'
  | 'days';

type FigureWords = {
  /** In sentences and menus. */
  name: string;
  kind: FigureKind;
};

/** The figures of a screen in words, in the order of menus. */
export const FIGURE_WORDS: Readonly<Record<ScreenFigure, FigureWords>> = {
  close: { name: 'Close', kind: 'price' },
  change1: { name: 'Change over 1 bar', kind: 'change' },
  change5: { name: 'Change over 5 bars', kind: 'change' },
  change20: { name: 'Change over 20 bars', kind: 'change' },
  change60: { name: 'Change over 60 bars', kind: 'change' },
  volume: { name: 'Volume', kind: 'volume' },
  volumeRatio: { name: 'Volume to its average', kind: 'ratio' },
  longTermResistance: { name: 'Long-term resistance', kind: 'price' },
  shortTermResistance: { name: 'Short-term resistance', kind: 'price' },
  shortTermSupport: { name: 'Short-term support', kind: 'price' },
  longTermSupport: { name: 'Long-term support', kind: 'price' },
  toLongTermResistance: { name: 'Distance to long-term resistance', kind: 'change' },
  toShortTermResistance: { name: 'Distance to short-term resistance', kind: 'change' },
  toShortTermSupport: { name: 'Distance to short-term support', kind: 'change' },
  toLongTermSupport: { name: 'Distance to long-term support', kind: 'change' },
  longTermTightness: { name: 'Long-term tightness', kind: 'percent' },
  shortTermTightness: { name: 'Short-term tightness', kind: 'percent' },
  distanceToLongTermMin: { name: 'Long-term tightness above its minimum', kind: 'points' },
  distanceToShortTermMin: { name: 'Short-term tightness above its minimum', kind: 'points' },
  longShortPercentage: { name: 'Long/short', kind: 'change' },
  longShortChange5: { name: 'Change of long/short over 5 bars', kind: 'signedPoints' },
  deployment: { name: 'Deployment', kind: 'signedNumber' },
  liquiditySpread: { name: 'Liquidity spread', kind: 'basisPoints' },
  rsi: { name: 'RSI', kind: 'index' },
  toSma50: { name: 'Distance to SMA 50', kind: 'change' },
  toSma200: { name: 'Distance to SMA 200', kind: 'change' },
  atrPercent: { name: 'ATR', kind: 'percent' },
  markAgeDays: { name: 'Age of the newest mark', kind: 'days' },
};

/** The unit of a kind of figure after its value, with the space between them; empty without one. */
export const FIGURE_UNITS: Readonly<Record<FigureKind, string>> = {
  price: '',
  priceChange: '',
  number: '',
  change: '\u00a0%',
  percent: '\u00a0%',
  points: '\u00a0pp',
  signedPoints: '\u00a0pp',
  volume: '',
  ratio: '\u00a0×',
  signedNumber: '',
  basisPoints: '\u00a0bps',
  index: '',
  days: '\u00a0d',
};
