import { readFileSync } from 'node:fs';
import { type Bar, type Columns, columnsFrom, type MarkSide, type StudyInputs } from '../index.ts';

const FIXTURES = new URL('../../fixtures/', import.meta.url);

type VectorFile = {
  parameters: StudyInputs;
  bars: [number, number, number, number, number, number][];
  expected: Record<string, (number | null)[]>;
  marks: { time: number; side: MarkSide; strong: boolean; price: number }[];
  depthAtLast: Record<string, [number, number][]>;
  summaryAtLast: Record<string, number>;
};

/** A reference case: bars, inputs and the results of an independent implementation. */
export type VectorCase = Omit<VectorFile, 'bars' | 'parameters'> & {
  name: string;
  inputs: StudyInputs;
  bars: Bar[];
  columns: Columns;
};

function readCase(name: string): VectorCase {
  const file: VectorFile = JSON.parse(readFileSync(new URL(`${name}.json`, FIXTURES), 'utf8'));
  const { bars: rows, parameters, ...answers } = file;
  const bars = rows.map(([time, open, high, low, close, volume]) => {
    return { time, open, high, low, close, volume };
  });
  return { ...answers, name, inputs: parameters, bars, columns: columnsFrom(bars) };
}

export const VECTOR_CASES: readonly VectorCase[] = [
  'btcusd-1d',
  'btcusd-1d-further',
  'eurusd-4h',
].map(readCase);

/** An expected series of a case, NaN if undefined. */
export function expectedSeries(vectors: VectorCase, name: string): Float64Array {
  const values = vectors.expected[name];
  if (!values) throw new Error(`The case ${vectors.name} has no series ${name}.`);
  return Float64Array.from(values, (value) => value ?? Number.NaN);
}

/** The bars of the spread estimator's published sample; it has neither times nor volumes. */
export function edgeSample(): Bar[] {
  const lines = readFileSync(new URL('edge-sample.csv', FIXTURES), 'utf8').trim().split('\n');
  return lines.slice(1).map((line, time) => {
    const [open = NaN, high = NaN, low = NaN, close = NaN] = line.split(',').map(Number);
    return { time, open, high, low, close, volume: null };
  });
}

/** Study outputs by their names in the cases. */
export const SERIES_OF_STUDIES = {
  shortTermLevels: { resistance: 'shortTermResistance', support: 'shortTermSupport' },
  longTermLevels: { resistance: 'longTermResistance', support: 'longTermSupport' },
  combo: {
    shortResistance: 'comboShortResistance',
    shortSupport: 'comboShortSupport',
    longResistance: 'comboLongResistance',
    longSupport: 'comboLongSupport',
  },
  tightness: {
    shortTerm: 'shortTermTightness',
    longTerm: 'longTermTightness',
    distanceToShortTermMin: 'distanceToShortTermMin',
    distanceToLongTermMin: 'distanceToLongTermMin',
  },
  liquiditySpread: { spread: 'liquiditySpread' },
  longShortPercentage: { percentage: 'longShortPercentage' },
  deployment: { deployment: 'deployment' },
} as const;
