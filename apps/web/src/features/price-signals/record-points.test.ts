import type { SideRecord } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { recordPoints } from './record-points.ts';
import { makeSignal, NO_MARKS } from './testing/make-signal.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const pointsOf = (...changes: Parameters<typeof makeSignal>) =>
  Object.fromEntries(
    recordPoints(makeSignal(...changes)).map(({ key, head, text }) => [
      key,
      [plain(head), plain(text)],
    ]),
  );
const { record } = makeSignal();
const counts = { unfinished: 1, overlapping: 4, unpriced: 0 };
const none = { median: null, shareWithSide: null, interval: null };
const interval = { low: -2.1, high: 3.19, coverage: 0.957 };

/** Enough marks for 5 and 10 bars, too few for 20. */
const MEASURED: SideRecord = {
  marks: 41,
  published: 3,
  horizons: [
    {
      bars: 5,
      measured: 36,
      ...counts,
      median: 1.294,
      shareWithSide: 0.5278,
      interval,
      usual: 0.1,
    },
    { bars: 10, measured: 36, ...counts, median: -1.5, shareWithSide: 0.4, interval, usual: 0.2 },
    { bars: 20, measured: 21, unfinished: 2, overlapping: 18, unpriced: 0, ...none, usual: 0.4 },
  ],
};

test('figures come with count, interval, share and the usual change, losses like gains', () => {
  const points = pointsOf({
    record: { ...record, buy: MEASURED, sell: { ...MEASURED, marks: 1 } },
  });
  expect(points['buy 5']).toEqual([
    '5 bars after a BUY mark: +1.29 %',
    'Median change of 36 marks; 95 % interval −2.10 % to +3.19 %. The price rose after 53 % of them. After any day: +0.10 %. Left out: 1 too new and 4 overlapping.',
  ]);
  expect(points['buy 10']?.[0]).toBe('10 bars after a BUY mark: −1.50 %');
  expect(points['sell 5']?.[1]).toContain('The price fell after 53 % of them.');
});

test('too few marks are reported with the number needed', () => {
  const points = pointsOf({ record: { ...record, buy: MEASURED } });
  expect(points['buy 20']).toEqual([
    '20 bars after a BUY mark: too few marks',
    '21 could be measured, 30 are needed. Left out: 2 too new and 18 overlapping.',
  ]);
  const few = { ...MEASURED, horizons: MEASURED.horizons.map((each) => ({ ...each, ...none })) };
  expect(pointsOf({ record: { ...record, sell: few } }).sell).toEqual([
    'After SELL marks: too few marks',
    'Measured after 5, 10 and 20 bars: 36, 36 and 21 of 41. Figures need at least 30.',
  ]);
  expect(pointsOf().buy?.[1]).toContain('There are none');
});

test.each([
  [
    0,
    'None was published when its day had closed: all were computed afterwards by the same rules.',
  ],
  [
    1,
    '1 of them was published after the day had closed; the others were computed afterwards by the same rules.',
  ],
  [41, 'All were published after their day had closed.'],
])('of 41 marks %i are reported as published', (published, told) => {
  const points = pointsOf({ record: { ...record, buy: { ...MEASURED, published } } });
  expect(points.count?.[0]).toBe('41 BUY marks and 0 SELL marks');
  expect(points.count?.[1]).toMatch(/^On 2,151 closed daily bars since .*2020\. /);
  expect(points.count?.[1]).toContain(told);
});

test('without marks there is no published count and no last mark', () => {
  const points = pointsOf({ lastMark: null, record: { ...record, buy: NO_MARKS, sell: NO_MARKS } });
  expect(points.count?.[1]).toMatch(/2020\.$/);
  expect(points.last).toBeUndefined();
});
