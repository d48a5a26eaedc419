import { expect, test } from 'vitest';
import { sortedMarks } from './mark-columns.tsx';
import { recordCsv } from './record-csv.ts';
import { makeFigures, makeHorizon, makeMark, makeRecord } from './testing/make-record.ts';
import { findingText, leftText, scopeText } from './texts.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const better = makeFigures({ finding: 'better', difference: 1.2 });
const worse = makeFigures({ finding: 'worse', difference: -0.75 });

test('a record without a difference is no better than random days, and says that none was shown', () => {
  expect(findingText(makeRecord())).toBe(
    'No better than random days: after 1, 5, 10, 20 and 60 bars, no difference from other days is beyond chance.',
  );
  expect(findingText(makeRecord({ resolution: '240' }))).toMatch(/^No better than random bars: /);
});

test('a difference is told with its size, and beside it the horizons without one and without figures', () => {
  const horizons = [
    makeHorizon(1, better),
    makeHorizon(5, makeFigures({ finding: 'better', difference: 2.5 })),
    makeHorizon(10, worse),
    makeHorizon(20, makeFigures()),
    makeHorizon(60, null),
  ];
  expect(plain(findingText(makeRecord({ horizons })))).toBe(
    'Better than random days after 1 and 5 bars: the median move was 1.20 percentage points and 2.50 percentage points higher than from other days. ' +
      'Worse than random days after 10 bars: the median move was 0.75 percentage points lower than from other days. ' +
      'No difference from other days was shown after 20 bars. There are too few trials after 60 bars.',
  );
});

test('too few marks have no finding but their number', () => {
  const few = { horizons: [1, 5, 10, 20, 60].map((bars) => makeHorizon(bars, null)) };
  const chosen = { source: 'computed', side: 'buy', strength: 'strong' } as const;
  expect(findingText(makeRecord({ ...few, ...chosen, markCount: 14 }))).toBe(
    'Too few marks to judge: 14 computed strong BUY marks, 12 with an outcome. Figures need at least 30, of which 20 do not overlap.',
  );
  expect(findingText(makeRecord({ ...few, markCount: 0 }))).toBe(
    'There are no marks to judge: 0 published marks in this span.',
  );
});

test('the scope tells bars and span, and marks without an outcome are told by reason', () => {
  const text = scopeText(makeRecord({ isCut: true }), 'UTC');
  expect(text).toMatch(/^45 published marks on 2,335 bars of 1D, .*2020 to .*2026\. Older bars/);
  const left = { unfinished: 3, expired: 1, broken: 0, unpriced: 0 };
  expect(leftText({ left })).toBe('3 not yet ended, 1 contract ended');
  expect(leftText({ left: { ...left, unfinished: 0, expired: 0 } })).toBe('');
});

test('marks are sorted by any column, those without a value last in both directions', () => {
  const { list, horizons } = makeRecord();
  const days = (id: string, isDescending: boolean) =>
    sortedMarks(list, { id, isDescending }, horizons).map((mark) => mark.id.slice(5));
  expect(sortedMarks(list, null, horizons)[0]?.id).toBe('mark-2');
  expect(days('entry', false)).toEqual(['2', '7', '20', '30', '40']);
  expect(days('after-10', true)).toEqual(['40', '30', '20', '7', '2']);
  expect(days('after-10', false)).toEqual(['20', '30', '40', '7', '2']);
});

test('the file has a line for each mark, raw numbers, and the label of simulated ones first', () => {
  const mark = makeMark(7, { corrected: true });
  const lines = recordCsv(makeRecord({ list: [mark] })).split('\r\n');
  expect(lines[0]).toBe('# Simulated');
  expect(lines[1]).toMatch(
    /^Bar \(UTC\),Side,Strong,Published \(UTC\),Corrected,Entry bar \(UTC\),Entry,Move after 1/,
  );
  expect(lines[2]).toMatch(
    /^2026-11-13,SELL,FALSE,2026-11-14T00:03:00.000Z,TRUE,2026-11-14,107,-0\.3\d*,1\.4,-1,/,
  );
  expect(lines[2]).toMatch(/not yet ended,,$/);
});
