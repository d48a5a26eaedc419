import { expect, test } from 'vitest';
import { type CountedRecord, publicText } from './public-record-text.ts';

const FIGURES = {
  median: 0.424,
  interval: { low: -0.2, high: 1.05 },
  otherMedian: -0.004,
  difference: 0.428,
  differenceInterval: { low: -0.301, high: 0.9 },
  finding: 'unproven',
} as const;
const NONE = { unfinished: 0, removed: 0, expired: 0, withoutBar: 0, broken: 0, unpriced: 0 };
const COUNTED: CountedRecord = {
  record: {
    trials: 1_234,
    series: 56,
    span: { fromMs: Date.UTC(2025, 0, 3), toMs: Date.UTC(2026, 9, 20) },
    apart: 34,
    figures: FIGURES,
  },
  left: { ...NONE, unfinished: 20, removed: 3, withoutBar: 12 },
  removedSeries: 4,
  isSimulated: false,
};

test('the text tells the finding, the figures, their scope and everything that is left out', () => {
  expect(publicText(COUNTED)).toEqual({
    heading: 'Signals did no better than random days',
    text: '1,234 published daily signals on 56 instruments, 4 of them removed since, 3 Jan 2025 to 20 Oct 2026. Over the 20 bars after a signal, the median move in its favour was +0.42\u00a0% (95\u00a0% interval −0.20 to +1.05); after other days of the same instruments, 0.00\u00a0%. The difference is +0.43 percentage points (95\u00a0% interval −0.30 to +0.90): chance alone may explain it. Costs are not deducted. Past signals do not predict future prices. Left out: 35 signals (20 not yet followed by so many bars, 3 on instruments that were removed first, 12 whose bars are no longer stored).',
  });
});

test('a loss is told like a gain', () => {
  const of = (finding: 'better' | 'worse') =>
    publicText({
      ...COUNTED,
      record: { ...COUNTED.record, figures: { ...FIGURES, finding } },
    });
  expect(of('worse').heading).toBe('Signals did worse than random days');
  expect(of('better').heading).toBe('Signals did better than random days');
  expect(of('worse').text).toBe(of('better').text);
  expect(of('worse').text).toContain('chance alone hardly explains it');
});

test('no figure is told of too few signals, and simulated prices are named first', () => {
  const few = { ...COUNTED.record, trials: 29, figures: null };
  const { heading, text } = publicText({
    ...COUNTED,
    record: few,
    left: NONE,
    removedSeries: 0,
    isSimulated: true,
  });
  expect(heading).toBe('On simulated prices: Too few signals to judge');
  expect(text).toBe(
    '29 published daily signals on 56 instruments, 3 Jan 2025 to 20 Oct 2026. Figures need at least 30 that share no days.',
  );
  const none = { ...few, trials: 0, series: 0, span: null };
  expect(publicText({ ...COUNTED, record: none }).text).toMatch(
    /^No published signal has been followed by 20 bars\. Figures need/,
  );
});
