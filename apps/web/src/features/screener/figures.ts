import {
  FIGURE_UNITS,
  FIGURE_WORDS,
  SCREEN_FIGURES,
  type ScreenColumn,
  type ScreenFigure,
} from '@moneytrail/contract';
import {
  decimalsOf,
  formatPercent,
  formatPrice,
  formatSignedInteger,
  formatSignedPercent,
  formatStudyValue,
  formatVolume,
} from '../../lib/format.ts';

type Figure = (typeof FIGURE_WORDS)[ScreenFigure] & {
  /** The column's heading. */
  head: string;
  /** The value in the middle of the heat map's colours; null for the middle of the shown values. */
  middle: number | null;
};

const figure = (name: ScreenFigure, head: string, middle: number | null): Figure => ({
  ...FIGURE_WORDS[name],
  head,
  middle,
});

/** All figures in the order of menus. */
export const FIGURES: Readonly<Record<ScreenFigure, Figure>> = {
  close: figure('close', 'Close', null),
  change1: figure('change1', 'Change 1 bar', 0),
  change5: figure('change5', 'Change 5 bars', 0),
  change20: figure('change20', 'Change 20 bars', 0),
  change60: figure('change60', 'Change 60 bars', 0),
  volume: figure('volume', 'Volume', null),
  volumeRatio: figure('volumeRatio', 'Rel. volume', 1),
  longTermResistance: figure('longTermResistance', 'LR', null),
  shortTermResistance: figure('shortTermResistance', 'SR', null),
  shortTermSupport: figure('shortTermSupport', 'SS', null),
  longTermSupport: figure('longTermSupport', 'LS', null),
  toLongTermResistance: figure('toLongTermResistance', 'To LR', 0),
  toShortTermResistance: figure('toShortTermResistance', 'To SR', 0),
  toShortTermSupport: figure('toShortTermSupport', 'To SS', 0),
  toLongTermSupport: figure('toLongTermSupport', 'To LS', 0),
  longTermTightness: figure('longTermTightness', 'Tightness long', null),
  shortTermTightness: figure('shortTermTightness', 'Tightness short', null),
  distanceToLongTermMin: figure('distanceToLongTermMin', 'Above min long', null),
  distanceToShortTermMin: figure('distanceToShortTermMin', 'Above min short', null),
  longShortPercentage: figure('longShortPercentage', 'Long/short', 0),
  deployment: figure('deployment', 'Deployment', 0),
  liquiditySpread: figure('liquiditySpread', 'Spread', null),
  rsi: figure('rsi', 'RSI', 50),
  toSma50: figure('toSma50', 'To SMA 50', 0),
  toSma200: figure('toSma200', 'To SMA 200', 0),
  atrPercent: figure('atrPercent', 'ATR', null),
  markAgeDays: figure('markAgeDays', 'Mark age', null),
};

export const isFigure = (name: string): name is ScreenFigure =>
  SCREEN_FIGURES.some((one) => one === name);

/** The unit of a figure after its value, with the space between them; empty without one. */
export const unitOf = (name: ScreenFigure): string => FIGURE_UNITS[FIGURES[name].kind];

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
      return value === null ? '–' : `${formatPrice(value, 2)}${FIGURE_UNITS.ratio}`;
    case 'signedNumber':
      return formatSignedInteger(value);
    case 'basisPoints':
      return formatStudyValue('basisPoints', value, 1);
    case 'index':
      return formatPrice(value, 1);
    case 'days':
      return value === null ? '–' : `${formatPrice(value, 0)}${FIGURE_UNITS.days}`;
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
