import { SCREEN_FIGURES, type ScreenColumn, type ScreenFigure } from '@moneytrail/contract';
import {
  decimalsOf,
  formatPercent,
  formatPrice,
  formatSignedInteger,
  formatSignedPercent,
  formatStudyValue,
  formatVolume,
} from '../../lib/format.ts';

/** How a figure is written. Prices have the decimals of their instrument. */
type FigureKind =
  | 'price'
  | 'change'
  | 'percent'
  | 'points'
  | 'volume'
  | 'ratio'
  | 'signedNumber'
  | 'basisPoints'
  | 'index'
  | 'days';

type Figure = {
  /** In sentences and menus. */
  name: string;
  /** The column's heading. */
  head: string;
  kind: FigureKind;
  /** The value in the middle of the heat map's colours; null for the middle of the shown values. */
  middle: number | null;
};

const figure = (name: string, head: string, kind: FigureKind, middle: number | null): Figure => ({
  name,
  head,
  kind,
  middle,
});

/** All figures in the order of menus. */
export const FIGURES: Readonly<Record<ScreenFigure, Figure>> = {
  close: figure('Close', 'Close', 'price', null),
  change1: figure('Change over 1 bar', 'Change 1 bar', 'change', 0),
  change5: figure('Change over 5 bars', 'Change 5 bars', 'change', 0),
  change20: figure('Change over 20 bars', 'Change 20 bars', 'change', 0),
  change60: figure('Change over 60 bars', 'Change 60 bars', 'change', 0),
  volume: figure('Volume', 'Volume', 'volume', null),
  volumeRatio: figure('Volume to its average', 'Rel. volume', 'ratio', 1),
  longTermResistance: figure('Long-term resistance', 'LR', 'price', null),
  shortTermResistance: figure('Short-term resistance', 'SR', 'price', null),
  shortTermSupport: figure('Short-term support', 'SS', 'price', null),
  longTermSupport: figure('Long-term support', 'LS', 'price', null),
  toLongTermResistance: figure('Distance to long-term resistance', 'To LR', 'change', 0),
  toShortTermResistance: figure('Distance to short-term resistance', 'To SR', 'change', 0),
  toShortTermSupport: figure('Distance to short-term support', 'To SS', 'change', 0),
  toLongTermSupport: figure('Distance to long-term support', 'To LS', 'change', 0),
  longTermTightness: figure('Long-term tightness', 'Tightness long', 'percent', null),
  shortTermTightness: figure('Short-term tightness', 'Tightness short', 'percent', null),
  distanceToLongTermMin: figure(
    'Long-term tightness above its minimum',
    'Above min long',
    'points',
    null,
  ),
  distanceToShortTermMin: figure(
    'Short-term tightness above its minimum',
    'Above min short',
    'points',
    null,
  ),
  longShortPercentage: figure('Long/short', 'Long/short', 'change', 0),
  deployment: figure('Deployment', 'Deployment', 'signedNumber', 0),
  liquiditySpread: figure('Liquidity spread', 'Spread', 'basisPoints', null),
  rsi: figure('RSI', 'RSI', 'index', 50),
  toSma50: figure('Distance to SMA 50', 'To SMA 50', 'change', 0),
  toSma200: figure('Distance to SMA 200', 'To SMA 200', 'change', 0),
  atrPercent: figure('ATR', 'ATR', 'percent', null),
  markAgeDays: figure('Age of the newest mark', 'Mark age', 'days', null),
};

export const isFigure = (name: string): name is ScreenFigure =>
  SCREEN_FIGURES.some((one) => one === name);

const UNITS: Readonly<Record<FigureKind, string>> = {
  price: '',
  change: '\u00a0%',
  percent: '\u00a0%',
  points: '\u00a0pp',
  volume: '',
  ratio: '\u00a0×',
  signedNumber: '',
  basisPoints: '\u00a0bps',
  index: '',
  days: '\u00a0d',
};

/** The unit of a figure after its value, with the space between them; empty without one. */
export const unitOf = (name: ScreenFigure): string => UNITS[FIGURES[name].kind];

/** A figure of an instrument, as tables write it. */
export function figureText(name: ScreenFigure, value: number | null, priceScale: number): string {
  switch (FIGURES[name].kind) {
    case 'price':
      return formatPrice(value, decimalsOf(priceScale));
    case 'change':
      return formatSignedPercent(value);
    case 'percent':
      return formatPercent(value);
    case 'points':
      return formatStudyValue('percentagePoints', value, 2);
    case 'volume':
      return formatVolume(value);
    case 'ratio':
      return value === null ? '–' : `${formatPrice(value, 2)}${UNITS.ratio}`;
    case 'signedNumber':
      return formatSignedInteger(value);
    case 'basisPoints':
      return formatStudyValue('basisPoints', value, 1);
    case 'index':
      return formatPrice(value, 1);
    case 'days':
      return value === null ? '–' : `${formatPrice(value, 0)}${UNITS.days}`;
  }
}

/** Whether a figure's sign has a direction, which its colour shows too. */
export const hasDirection = (name: ScreenFigure): boolean => name.startsWith('change');

/** The columns that are no figures. */
const FACT_NAMES = {
  exchange: { name: 'Exchange', head: 'Exchange' },
  type: { name: 'Type', head: 'Type' },
  session: { name: 'Session', head: 'Session' },
  mark: { name: 'Newest mark', head: 'Newest mark' },
} as const;

/** The name and the heading of a column. */
export function columnNames(column: ScreenColumn): { name: string; head: string } {
  return column in FACT_NAMES
    ? FACT_NAMES[column as keyof typeof FACT_NAMES]
    : FIGURES[column as ScreenFigure];
}
