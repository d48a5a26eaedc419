import { offeredTechnicalStudies, offerTechnicalStudies } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import { expect, onTestFinished, test } from 'vitest';
import { sortedBy } from '../../lib/sorted-by.ts';
import { ticksIn } from './result/equity-picture.ts';
import { tradesCsv } from './result/trades-csv.ts';
import { NEW_DRAFT, PRESETS, presetRule } from './rule-draft.ts';
import { makeResult, makeTrade } from './testing/make-result.ts';
import { askedText, ruleSentence, scopeText } from './texts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a rule is told in sentences: entries, exits, size and costs', () => {
  const offered = offeredTechnicalStudies();
  onTestFinished(() => offerTechnicalStudies(offered));
  offerTechnicalStudies(TECHNICAL_STUDIES);
  expect(PRESETS.map((preset) => plain(ruleSentence(presetRule(preset, NEW_DRAFT.rule))))).toEqual([
    'Long when a buy mark appears on the instrument. Short when a sell mark appears on the instrument. Leaves at the opposite entry. Each position uses all of the equity and pays the estimated spread and 0.05 % commission a side.',
    'Long when a strong buy mark appears on the instrument. Short when a strong sell mark appears on the instrument. Leaves at the opposite entry, at a stop 2 ATR away or at a target 4 ATR away. Each position risks 1 % of the equity to the stop and pays the estimated spread and 0.05 % commission a side.',
    'Long when the close of the instrument reaches its short-term support. Leaves at the short-term level on the far side, at a stop 2 ATR away or after 20 bars. Each position uses all of the equity and pays the estimated spread and 0.05 % commission a side.',
    'Long when the close of the instrument breaks its long-term resistance. Leaves at a stop 3 ATR away or after 60 bars. Each position uses all of the equity and pays the estimated spread and 0.05 % commission a side.',
    'Long when RSI 14 close of the instrument crosses below 30. Leaves at a stop 3 ATR away or after 10 bars. Each position uses all of the equity and pays the estimated spread and 0.05 % commission a side.',
  ]);
});

test('the scope tells bars, span and what is left out', () => {
  const { rule } = NEW_DRAFT;
  expect(scopeText(makeResult({ locked: 3 }), rule, 'UTC')).toMatch(
    /^2,335 bars of 1D, .*2020 to .*2026\. 3 locked instruments are left out\.$/,
  );
  expect(askedText({ rule, symbols: ['A:B', 'A:C'], years: 2 })).toBe(
    '2 instruments · 1D · last 2 years',
  );
});

test('the file has a line for each trade, raw numbers, and the label of simulated bars first', () => {
  const result = makeResult({ trades: [makeTrade(12, { exit: 'stop', isGap: true, r: -1.2 })] });
  expect(tradesCsv(result, NEW_DRAFT.rule).split('\r\n')).toEqual([
    '# Simulated',
    'Symbol,Side,Entry bar (UTC),Entry,Exit bar (UTC),Exit,Reason,Gap,Bars,Size (%),Costs (%),Net (%),R',
    expect.stringMatching(
      /^FMP:BTCUSD,long,2026-11-08,112,2026-11-11,115,stop,TRUE,3,100,0\.14,0\.19\d*,-1\.2$/,
    ),
    '',
  ]);
});

test('rows without a value come last in either direction', () => {
  const rows = [{ at: 2 }, { at: null }, { at: 3 }];
  const sorted = (isDescending: boolean) =>
    sortedBy(rows, ({ at }) => at, { isDescending }).map(({ at }) => at);
  expect(sorted(false)).toEqual([2, 3, null]);
  expect(sorted(true)).toEqual([3, 2, null]);
});

test('the curve has round ticks on either scale, and a few of them', () => {
  expect(ticksIn(83, 161, false)).toEqual([100, 120, 140, 160]);
  expect(ticksIn(99.4, 101.2, false)).toEqual([99.5, 100, 100.5, 101]);
  expect(ticksIn(60, 900, true)).toEqual([100, 200, 500]);
  expect(ticksIn(100, 100, false)).toEqual([100]);
});
