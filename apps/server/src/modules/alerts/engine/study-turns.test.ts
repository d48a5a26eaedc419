import { setImmediate as nextTurn } from 'node:timers/promises';
import { MINUTE_MS } from '@moneytrail/calendar';
import {
  columnsFrom,
  findStudy,
  isTechnical,
  offeredTechnicalStudies,
  offerTechnicalStudies,
} from '@moneytrail/indicators';
import { expect, onTestFinished, test } from 'vitest';
import { makeAlert } from '../../../../../../packages/alerts/src/testing/make-alert.ts';
import { makeInstrument } from '../../live/testing/make-instrument.ts';
import { makeAlertRow } from '../testing/make-alert-row.ts';
import { InstrumentAlerts } from './instrument-alerts.ts';

const START = Date.UTC(2026, 0, 5, 10);

test('no turn of the process computes more than one study of an alert', async () => {
  const rsi = findStudy('rsi');
  if (!rsi || !isTechnical(rsi)) throw new Error('There is no RSI.');
  let started = 0;
  const counted: typeof rsi = {
    ...rsi,
    start: (...given) => {
      started += 1;
      return rsi.start(...given);
    },
  };
  const offered = offeredTechnicalStudies();
  offerTechnicalStudies([counted]);
  // Other files of this worker need them all.
  onTestFinished(() => offerTechnicalStudies(offered));
  const bars = Array.from({ length: 60 }, (_, index) => {
    const price = 100 + (index % 7);
    const prices = { open: price, high: price, low: price, close: price };
    return { time: START + index * MINUTE_MS, ...prices, volume: 1 };
  });
  const alerts = new InstrumentAlerts(
    {
      clock: { now: () => START + 60 * MINUTE_MS },
      closedBars: async () => ({
        columns: columnsFrom(bars),
        wholeUntilMs: START + 60 * MINUTE_MS,
      }),
      isSimulated: true,
      sleep: async () => {},
      log: { warn: (detail) => expect(detail).toBeNull() },
      store: async () => true,
    },
    makeInstrument({ id: 1 }),
    null,
  );
  const conditions = [2, 3, 4, 5, 6].map((length) => {
    const study = { kind: 'study', study: 'rsi', output: 'rsi', inputs: { length } } as const;
    return { ...study, is: 'above', than: { value: 0 } } as const;
  });
  const definition = makeAlert({ resolution: '1', conditions, trigger: { kind: 'barClose' } });
  alerts.set(makeAlertRow({ id: 1, definition }));
  started = 0;
  const eachTurn: number[] = [];
  alerts.sweep();
  for (let turn = 0; turn < 20; turn += 1) {
    const before = started;
    await nextTurn();
    eachTurn.push(started - before);
  }
  await alerts.close();
  expect(started).toBe(5);
  expect(Math.max(...eachTurn)).toBe(1);
});
