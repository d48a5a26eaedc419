import {
  columnsFrom,
  computeStudy,
  DEFAULT_INPUTS,
  findStudy,
  offerTechnicalStudies,
  STUDIES,
  type StudyId,
} from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import { expect, it } from 'vitest';
import {
  barsNeededBy,
  isNoneHere,
  NO_SOURCE,
  NO_SPREAD,
  NOT_POSITIVE,
  whyNoDistance,
  whyNoRows,
  whyNoValue,
  whyUnknown,
} from './why-unknown.ts';

const BARS = Array.from({ length: 500 }, (_, index) => {
  const close = 100 + Math.sin(index / 5) * 10;
  const open = 100 + Math.sin((index - 1) / 5) * 10;
  const [high, low] = [Math.max(open, close) + 1, Math.min(open, close) - 1];
  return { time: index * 60_000, open, high, low, close, volume: 10 };
});
const INPUTS = {
  ...DEFAULT_INPUTS,
  shortTermLength: 12,
  longTermLength: 70,
  length: 33,
  comboShortRange: 9,
  comboLongRange: 80,
};

const LINES = STUDIES.flatMap((study) => study.outputs.map(({ key }) => [study, key] as const));

it.each(LINES)('names the bar at which an output begins: $0.name, %1$s', (study, key) => {
  const values: Record<string, Float64Array> = computeStudy(study.id, columnsFrom(BARS), INPUTS);
  const first = values[key]?.findIndex((value) => !Number.isNaN(value)) ?? -1;
  expect(barsNeededBy(study, key, INPUTS)).toBe(first + 1);
});

function studyOf(id: StudyId | 'obv' | 'rsi' | 'supertrend') {
  const study = findStudy(id);
  if (!study) throw new Error(`There is no study ${id}.`);
  return study;
}

it.each(['tightness', 'liquiditySpread'] as const)(
  'asks for no bars if more bars would not help: %s',
  (id) => {
    const study = studyOf(id);
    const why = (price: number) =>
      whyNoValue(study, study.outputs[0]?.key ?? '', INPUTS, {
        barCount: 5,
        price,
        isIndex: false,
      });
    expect(why(-40)).toBe(NOT_POSITIVE);
    expect(why(0)).toBe(NOT_POSITIVE);
    expect(why(40)).toMatch(/^needs \d+ bars, has 5$/);
  },
);

it('tells how many bars a level without rows needs, and how many there are', () => {
  expect(whyNoRows(100, 62)).toBe('This level needs 100 bars; 62 are loaded.');
  expect(whyNoRows(100, 1)).toBe('This level needs 100 bars; 1 is loaded.');
  expect(whyNoRows(100, 0)).toBe('No bar is loaded.');
});

it('always has a reason', () => {
  expect(whyUnknown(599, 312)).toBe('needs 599 bars, has 312');
  expect(whyUnknown(100, 100)).not.toBe('');
  expect(whyNoDistance(Number.NaN)).toBe('the level is not known');
  expect(whyNoDistance(5)).toBe('not defined at a price of zero');
});

it('tells that an index has no spread, whatever its bars', () => {
  const bar = { barCount: 500, price: 40, isIndex: true };
  expect(whyNoValue(studyOf('liquiditySpread'), 'liquiditySpread', INPUTS, bar)).toBe(NO_SPREAD);
  expect(whyNoValue(studyOf('tightness'), 'long', INPUTS, bar)).not.toBe(NO_SPREAD);
});

it('tells why a study of the field has no value', () => {
  offerTechnicalStudies(TECHNICAL_STUDIES);
  const bar = { barCount: 500, price: 40, isIndex: false };
  const whyNoRsi = (changes: object) =>
    whyNoValue(studyOf('rsi'), 'rsi', { length: 14 }, { ...bar, ...changes });
  expect(whyNoRsi({ isSourceMissing: true, barCount: 3 })).toBe(NO_SOURCE);
  expect(whyNoRsi({ barCount: 3 })).toMatch(/^needs \d+ bars, has 3$/);
  expect(whyNoValue(studyOf('obv'), 'obv', {}, { ...bar, isIndex: true })).toMatch(/no volume$/);
  const supertrend = studyOf('supertrend');
  const inputs = { length: 10, multiplier: 3 };
  const values = { stop: 38, rising: 38, falling: null };
  const isNoneAt = (barCount: number, given: Record<string, number | null>) =>
    isNoneHere(supertrend, inputs, { barCount, values: given });
  expect(isNoneAt(500, values)).toBe(true);
  expect(isNoneAt(20, values)).toBe(false);
  expect(isNoneAt(500, { rising: null, falling: null })).toBe(false);
  expect(whyNoValue(supertrend, 'falling', inputs, { ...bar, values })).toBe('none at this bar');
});
