import '../../../offered-studies.ts';
import type { AlertCondition } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { makeAlert } from '../../../../../../packages/alerts/src/testing/make-alert.ts';
import { makeInstrument } from '../../live/testing/make-instrument.ts';
import { textsOf } from './alert-words.ts';

test('a firing names the indicator of the field with its inputs', () => {
  const instrument = makeInstrument({ id: 1 });
  const occurrence = { occurrence: 'once', timeMs: 0, barTime: 0, price: 1 };
  const told = (study: string, output: string, more: Partial<AlertCondition>) => {
    const condition = { kind: 'study', study, output, is: 'crosses', inputs: {} } as const;
    const than = { value: 70 };
    const definition = makeAlert({
      conditions: [{ ...condition, than, ...more } as AlertCondition],
    });
    const { text } = textsOf(instrument, definition, occurrence, { nowMs: 0, bar: null });
    return text.split(` of ${instrument.code}`)[0];
  };
  expect(told('rsi', 'rsi', { inputs: { length: 9 } })).toBe('RSI 9 close');
  expect(told('rsi', 'rsi', { inputs: { interval: '240' } })).toBe('RSI 14 close 4h');
  expect(told('bollingerBands', 'upper', {})).toBe('BB 20 2 close: Upper');
  expect(told('tightness', 'shortTerm', {})).toBe('Short-term tightness');
});
