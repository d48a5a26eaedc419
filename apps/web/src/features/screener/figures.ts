import { findStudyFigure } from '@moneytrail/alerts';
import {
  type AnyFigure,
  FIGURE_UNITS,
  FIGURE_WORDS,
  type FigureKind,
  isScreenFigure,
  isStudyFigure,
  type ScreenColumn,
  type ScreenFigure,
  type ScreenRow,
  type StudyFigure,
} from '@moneytrail/contract';
import { defaultInputs, INTERVAL_INPUT, type ValueFormat } from '@moneytrail/indicators';
import {
  decimalsOf,
  formatPercent,
  formatPrice,
  formatSignedInteger,
  formatSignedPercent,
  formatSignedPoints,
  formatStudyValue,
  formatVolume,
} from '../../lib/format.ts';

type Figure = (typeof FIGURE_WORDS)[ScreenFigure] & {
  /** The whole name, with the inputs of a study; the name if left out. */
  title?: string;
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
  longShortChange5: figure('longShortChange5', 'Long/short 5 bars', 0),
  deployment: figure('deployment', 'Deployment', 0),
  liquiditySpread: figure('liquiditySpread', 'Spread', null),
  rsi: figure('rsi', 'RSI', 50),
  toSma50: figure('toSma50', 'To SMA 50', 0),
  toSma200: figure('toSma200', 'To SMA 200', 0),
  atrPercent: figure('atrPercent', 'ATR', null),
  markAgeDays: figure('markAgeDays', 'Mark age', null),
};

/** The figures that equal one of a study, which is not offered beside them. */
export const SAME_AS: Readonly<Partial<Record<ScreenFigure, StudyFigure>>> = {
  volume: 'volume-volume',
  rsi: 'rsi-rsi',
  atrPercent: 'natr-range',
};

const KINDS: Readonly<Record<ValueFormat, FigureKind>> = {
  price: 'price',
  priceChange: 'priceChange',
  number: 'number',
  amount: 'volume',
  percent: 'percent',
  signedPercent: 'change',
  percentagePoints: 'points',
  basisPoints: 'basisPoints',
  signedInteger: 'signedNumber',
};

const lowerCase = (label: string) =>
  label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** A figure of a study by its catalogue; its name alone while that is not loaded. */
function studyFigureOf(name: StudyFigure): Figure {
  const found = findStudyFigure(name);
  if (!found) {
    const [study = '', output = ''] = name.split('-');
    const head = study.toUpperCase() === output.toUpperCase() ? study : `${study} ${output}`;
    return { name: head, head, kind: 'number', middle: null };
  }
  const { study, output } = found;
  const inputs = defaultInputs(study);
  const numbers = study.inputs.flatMap(({ kind, name: input }) =>
    kind === 'integer' || kind === 'decimal' ? [inputs[input]] : [],
  );
  const length = numbers.length === 1 ? ` ${numbers[0]}` : '';
  const { shortName } = study;
  const isAlone = study.outputs.length === 1 || output.label === shortName;
  const head = isAlone
    ? `${shortName}${length}`
    : `${shortName}${length} ${lowerCase(output.label)}`;
  const choices = study.inputs.flatMap((field) =>
    field.kind === 'choice' && field.name !== INTERVAL_INPUT
      ? field.options.filter(({ value }) => value === inputs[field.name]).map(({ label }) => label)
      : [],
  );
  const given = [...numbers, ...choices].join(', ');
  const whole = given === '' ? study.name : `${study.name} (${given})`;
  const title = study.outputs.length === 1 ? whole : `${whole}: ${output.label}`;
  const [low, high] = [study.levels?.[0], study.levels?.at(-1)];
  const isSigned = output.format === 'priceChange' || output.format === 'signedPercent';
  const middle =
    low !== undefined && high !== undefined && output.format !== 'price'
      ? (low + high) / 2
      : isSigned
        ? 0
        : null;
  return { name: head, head, kind: KINDS[output.format], middle, title };
}

/** How a figure is called and written. Those of studies are read from their catalogue. */
export const figureOf = (name: AnyFigure): Figure =>
  isScreenFigure(name) ? FIGURES[name] : studyFigureOf(name);

/** A figure in a row; null if it is not known. */
export const valueIn = ({ figures, studies }: ScreenRow, name: AnyFigure): number | null =>
  (isScreenFigure(name) ? figures[name] : studies[name]) ?? null;

/** Whether a text names a figure, of the product or by the syntax of a study's. */
export const isFigure = (name: string): name is AnyFigure =>
  isScreenFigure(name) || isStudyFigure(name);

/** The unit of a figure after its value, with the space between them; empty without one. */
export const unitOf = (name: AnyFigure): string => FIGURE_UNITS[figureOf(name).kind];

/** A figure of an instrument, as tables write it. */
export function figureText(name: AnyFigure, value: number | null, priceScale: number): string {
  switch (figureOf(name).kind) {
    case 'price':
      return formatPrice(value, decimalsOf(priceScale));
    case 'priceChange':
      return formatStudyValue('priceChange', value, decimalsOf(priceScale));
    case 'number':
      return formatPrice(value, 2);
    case 'change':
      return formatSignedPercent(value);
    case 'percent':
      return formatPercent(value);
    case 'points':
      return formatStudyValue('percentagePoints', value, 2);
    case 'signedPoints':
      return formatSignedPoints(value);
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
export const hasDirection = (name: AnyFigure): boolean =>
  isScreenFigure(name) && name.startsWith('change');

/** The columns that are no figures. */
const FACT_NAMES = {
  exchange: { name: 'Exchange', head: 'Exchange' },
  type: { name: 'Type', head: 'Type' },
  session: { name: 'Session', head: 'Session' },
  mark: { name: 'Newest mark', head: 'Newest mark' },
} as const;

/** The name and the heading of a column. */
export function columnNames(column: ScreenColumn): {
  name: string;
  head: string;
  title?: string;
} {
  return isFigure(column) ? figureOf(column) : FACT_NAMES[column];
}
