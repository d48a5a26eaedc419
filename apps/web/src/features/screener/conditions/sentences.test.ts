import type { ScreenCondition } from '@moneytrail/contract';
import { offerTechnicalStudies } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import { expect, test } from 'vitest';
import { conditionOf, draftOf } from './condition-draft.ts';
import { conditionSentence, countSentence, pendingSentence } from './sentences.ts';

offerTechnicalStudies(TECHNICAL_STUDIES);

const SENTENCES: [string, ScreenCondition][] = [
  ['RSI is below 30', { kind: 'figure', figure: 'rsi', is: 'below', than: { value: 30 } }],
  [
    'Close is above Long-term support (4h)',
    {
      kind: 'figure',
      figure: 'close',
      is: 'above',
      than: { figure: 'longTermSupport' },
      resolution: '240',
    },
  ],
  [
    'Distance to short-term support is between −1.5\u00a0% and 0\u00a0%',
    { kind: 'between', figure: 'toShortTermSupport', from: -1.5, to: 0 },
  ],
  [
    'Volume is above 1,250,000 (1W)',
    { kind: 'figure', figure: 'volume', is: 'above', than: { value: 1_250_000 }, resolution: '1W' },
  ],
  [
    'Newest mark is a strong buy mark of the last 5 days',
    { kind: 'mark', side: 'buy', isStrongOnly: true, withinDays: 5 },
  ],
  [
    'Newest mark is a mark of the last day (1h)',
    { kind: 'mark', side: 'any', isStrongOnly: false, withinDays: 1, resolution: '60' },
  ],
  [
    'Exchange is FMP, Bitfinex or BVG (Safex)',
    { kind: 'exchange', exchanges: ['FMP', 'Bitfinex', 'BVG'] },
  ],
  [
    'MACD is above MACD signal',
    { kind: 'figure', figure: 'macd-macd', is: 'above', than: { figure: 'macd-signal' } },
  ],
  ['Type is Stock or Index', { kind: 'type', types: ['stock', 'index'] }],
];

test.each(SENTENCES)('%s', (sentence, condition) => {
  expect(conditionSentence(condition)).toBe(sentence);
  // The dialog gives back what it was opened with.
  expect(conditionOf(draftOf(condition))).toEqual(condition);
});

test('the count names what is found, looked at and locked', () => {
  expect(countSentence({ matched: 37, total: 212, locked: 18 })).toBe(
    '37 of 212 instruments; 18 are locked for your account',
  );
  expect(countSentence({ matched: 1, total: 1, locked: 1 })).toBe(
    '1 of 1 instrument; 1 is locked for your account',
  );
  expect(countSentence({ matched: 1_200, total: 4_000, locked: 0 })).toBe(
    '1,200 of 4,000 instruments',
  );
});

test('the page tells how far asked studies are computed, by the one that is the least', () => {
  expect(pendingSentence([])).toBeNull();
  const of = (study: string, known: number) => ({
    study,
    resolution: '1D' as const,
    known,
    total: 5_000,
  });
  expect(pendingSentence([of('macd', 1_240)])).toBe(
    'MACD is being computed: 1,240 of 5,000 instruments',
  );
  expect(pendingSentence([of('macd', 1_240), of('ema', 7)])).toBe(
    'MACD, EMA are being computed: 7 of 5,000 instruments',
  );
});
