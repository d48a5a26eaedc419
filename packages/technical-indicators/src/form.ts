import {
  CHART_INTERVAL,
  type ChoiceField,
  type ColourToken,
  DASHED,
  type DecimalField,
  DOTTED,
  type FillHint,
  INTERVAL_INPUT,
  type InputField,
  type IntegerField,
  type LineStyle,
  type OutputDefinition,
  PRICE_SOURCES,
  type SourceField,
  THIN_SOLID,
  type ValueFormat,
} from '@moneytrail/indicators';

export function integer(
  label: string,
  byDefault: number,
  [min, max]: readonly [number, number] = [1, 500],
): Omit<IntegerField, 'name'> {
  return { label, kind: 'integer', min, max, default: byDefault };
}

export function decimal(
  label: string,
  byDefault: number,
  [min, max, step]: readonly [number, number, number],
): Omit<DecimalField, 'name'> {
  return { label, kind: 'decimal', min, max, step, default: byDefault };
}

export function choice(
  label: string,
  options: Readonly<Record<string, string>>,
): Omit<ChoiceField, 'name'> {
  const entries = Object.entries(options).map(([value, text]) => ({ value, label: text }));
  return { label, kind: 'choice', options: entries, default: entries[0]?.value ?? '' };
}

/** The input `length` of most studies. */
export function length(byDefault: number, min = 1) {
  return { length: integer('Length', byDefault, [min, 500]) };
}

/** The length of the average of a study's first line. */
export function signal(byDefault: number) {
  return { signal: integer('Signal length', byDefault) };
}

export function fastAndSlow(fast: number, slow: number) {
  return { fast: integer('Fast length', fast), slow: integer('Slow length', slow) };
}

/** The input `source` of a study that reads one price. */
export const SOURCE: Omit<SourceField, 'name'> = {
  label: 'Source',
  kind: 'source',
  options: PRICE_SOURCES,
  default: 'close',
};

/** The colours of the first, second, third … line. */
const COLOURS: readonly ColourToken[] = [
  'longResistance',
  'tightnessShort',
  'deployment',
  'longShort',
  'longSupport',
  'liquiditySpread',
];
/** Lines that cross are told apart without colour. */
const LINES: readonly LineStyle[] = [THIN_SOLID, DASHED, THIN_SOLID, DASHED, THIN_SOLID, DASHED];

type Look = Partial<Omit<OutputDefinition, 'key' | 'label' | 'format'>>;
type TerseOutput = readonly [key: string, label: string, look?: Look];

/** Outputs of one format, in the usual colours unless said otherwise. */
export function outputs(format: ValueFormat, ...terse: TerseOutput[]): OutputDefinition[] {
  return terse.map(([key, label, look], at) => ({
    key,
    label,
    colour: COLOURS[at % COLOURS.length] ?? 'longResistance',
    line: LINES[at % LINES.length] ?? THIN_SOLID,
    format,
    isDrawn: true,
    ...look,
  }));
}

/** The outputs `middle`, `upper` and `lower` of a band over the prices. */
export const BAND_OUTPUTS = outputs(
  'price',
  ['middle', 'Middle'],
  ['upper', 'Upper', { line: DOTTED }],
  ['lower', 'Lower', { line: DOTTED, colour: 'tightnessShort' }],
);
export const BAND_FILL: readonly FillHint[] = [
  { upper: 'upper', lower: 'lower', colour: 'longResistance', opacity: 0.06 },
];

type Bands = { readonly middle: number; readonly upper: number; readonly lower: number };

/** The values of {@link BAND_OUTPUTS}. */
export function bandValues({ middle, upper, lower }: Bands): readonly number[] {
  return [middle, upper, lower];
}

/** The interval of the bars that a study is computed from: the chart's, or a longer one. */
export const INTERVAL_FIELD: InputField = {
  name: INTERVAL_INPUT,
  label: 'Interval',
  kind: 'choice',
  default: CHART_INTERVAL,
  options: [
    { value: CHART_INTERVAL, label: 'That of the chart' },
    { value: '5', label: '5m' },
    { value: '15', label: '15m' },
    { value: '30', label: '30m' },
    { value: '60', label: '1h' },
    { value: '120', label: '2h' },
    { value: '180', label: '3h' },
    { value: '240', label: '4h' },
    { value: '1D', label: '1D' },
    { value: '1W', label: '1W' },
    { value: '1M', label: '1M' },
  ],
};
