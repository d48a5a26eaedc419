import { USUAL_STUDIES } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { expect, it } from 'vitest';
import { studiesOnChart } from '../preferences/studies-on-chart.ts';
import { lineCondition } from './first-conditions.ts';

/** The alert on a line of a study of the usual chart with these lengths of the combo. */
function alertOn(id: string, line: string, comboShortRange = DEFAULT_INPUTS.shortTermLength) {
  const inputs = {
    ...DEFAULT_INPUTS,
    comboShortRange,
    comboLongRange: DEFAULT_INPUTS.longTermLength,
  };
  const study = studiesOnChart(USUAL_STUDIES, inputs).find((one) => one.id === id);
  if (!study) throw new Error(`The usual chart has no ${id}.`);
  return lineCondition(study, line);
}

it('an alert on a line of the levels waits until the price reaches that level', () => {
  expect(alertOn('longTermLevels', 'support')).toMatchObject({
    name: 'Long-term support',
    condition: { kind: 'level', level: 'longTermSupport', event: 'reached' },
  });
});

it('a line of the combo is the level that it repeats, and else its own', () => {
  expect(alertOn('combo', 'shortSupport')).toMatchObject({
    name: 'Short-term support',
    condition: { kind: 'level', level: 'shortTermSupport' },
    repeated: 'shortTermLevels',
  });
  expect(alertOn('combo', 'shortSupport', DEFAULT_INPUTS.shortTermLength + 1)).toMatchObject({
    name: 'Combo short support',
    condition: { kind: 'study', study: 'combo', output: 'shortSupport', than: { price: 'close' } },
  });
});

it('a line of another pane is crossed at a value', () => {
  const { name, condition } = alertOn('tightness', 'shortTerm');
  expect(name).toBe('Short-term tightness');
  expect(condition).toMatchObject({
    kind: 'study',
    output: 'shortTerm',
    than: { value: Number.NaN },
  });
});
