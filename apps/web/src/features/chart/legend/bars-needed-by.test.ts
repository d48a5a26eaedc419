import { columnsFrom, computeStudy, DEFAULT_INPUTS, STUDIES } from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { barsNeededBy } from './bars-needed-by.ts';

const BARS = Array.from({ length: 300 }, (_, index) => {
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

const LINES = STUDIES.flatMap((study) =>
  study.outputs.filter(({ isDrawn }) => isDrawn).map(({ key }) => [study, key] as const),
);

it.each(LINES)('names the bar at which a line begins: $0.name, %1$s', (study, key) => {
  const values: Record<string, Float64Array> = computeStudy(study.id, columnsFrom(BARS), INPUTS);
  const first = values[key]?.findIndex((value) => !Number.isNaN(value)) ?? -1;
  expect(barsNeededBy(study, key, INPUTS)).toBe(first + 1);
});
