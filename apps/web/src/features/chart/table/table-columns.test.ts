import type { ChartStudy } from '@moneytrail/chart';
import { DEFAULT_INPUTS, offerTechnicalStudies } from '@moneytrail/indicators';
import { TECHNICAL_STUDIES } from '@moneytrail/technical-indicators';
import { describe, expect, it } from 'vitest';
import { tabledStudies } from '../preferences/studies-on-chart.ts';
import { withStudy } from '../studies/add-study.ts';
import { NO_SPREAD } from '../summary/why-unknown.ts';
import { NEWEST_FIRST, nextSort, sortRows, tableColumns } from './table-columns.ts';
import { allTabledValues } from './tabled-values.ts';

type Others = { isIndex?: boolean; added?: readonly ChartStudy[]; isComputed?: boolean };

function columnsAt(price: number, { isIndex = false, added = [], isComputed = true }: Others = {}) {
  const bars = Array.from({ length: 30 }, (_, index) => {
    const close = price + Math.sin(index);
    const [high, low] = [close + 1, close - 1];
    return { time: index * 60_000, open: close, high, low, close, volume: null };
  });
  const studies = tabledStudies(added, DEFAULT_INPUTS);
  const info = {
    ticker: 'FMP:BTC/USD',
    type: isIndex ? ('index' as const) : ('crypto' as const),
    marketHours: 'crypto' as const,
  };
  const why = 'ETHUSD is not compared here';
  const studied = () => ({
    decimals: null,
    isLoading: false,
    problem: why,
    why,
    isSimulated: false,
  });
  const market = { resolution: '1', zone: 'Etc/UTC', decimals: 2, info } as const;
  const setting = { ...market, bars, studies, studied };
  return tableColumns(setting, isComputed ? allTabledValues(setting) : new Map());
}

describe('a dash in the table of bars', () => {
  it('has a reason in every column', () => {
    for (const { value, text, why } of columnsAt(100)) {
      if (Number.isNaN(value(29)))
        expect([text(29), why(29)]).toEqual(['–', expect.stringMatching(/\w/)]);
    }
  });

  it.each([
    [100, 'volume', 'this market reports no volume'],
    [100, 'tightness.longTerm', 'needs 100 bars, has 30'],
    [100, 'tightness.distanceToLongTermMin', 'needs 599 bars, has 30'],
    [-100, 'tightness.longTerm', 'not defined for prices of zero or less'],
  ])('at a price of %d says why: %s', (price, key, reason) => {
    const column = columnsAt(price).find((one) => one.key === key);
    expect(column?.text(29)).toBe('–');
    expect(column?.why(29)).toBe(reason);
  });
});

it('a study of an instrument that has left the chart has no values and says so', () => {
  offerTechnicalStudies(TECHNICAL_STUDIES);
  const inputs = { length: 5, source: 'close@Bitfinex:ETH/USD' };
  const added = [{ key: 'sma', id: 'sma', inputs, isVisible: true }];
  const column = columnsAt(100, { added }).find(({ key }) => key === 'sma.average');
  expect(column?.head).toBe('SMA 5 · ETHUSD (Bitfinex)');
  expect([column?.text(29), column?.why(29)]).toEqual(['–', 'ETHUSD is not compared here']);
});

it('a study that is still computed says so in its columns, and prices are there', () => {
  const columns = columnsAt(100, { isComputed: false });
  const textOf = (key: string) => columns.find((one) => one.key === key)?.text(29);
  expect(textOf('tightness.longTerm')).toBe('Computing…');
  expect(textOf('close')).toMatch(/^\d/);
  const [late] = columns.filter(({ text }) => text(29) === 'Computing…');
  expect([late?.value(29), late?.why(29)]).toEqual([
    Number.NaN,
    'its values are still being computed',
  ]);
});

it('columns of studies of the field are told apart by name and inputs', () => {
  offerTechnicalStudies(TECHNICAL_STUDIES);
  const added = ['bollingerBands', 'keltner', 'rsi'].reduce<readonly ChartStudy[]>(
    (studies, id) => withStudy(studies, id, DEFAULT_INPUTS).studies,
    [],
  );
  const heads = columnsAt(100, { added }).map(({ head }) => head);
  expect(heads).toEqual(expect.arrayContaining(['BB 20 2 close: Upper', 'RSI 14 close']));
  expect(new Set(heads).size).toBe(heads.length);
});

it('the spread of an index is absent, whatever its bars', () => {
  const spreadOf = (isIndex: boolean) =>
    columnsAt(100, { isIndex }).find(({ key }) => key === 'liquiditySpread.spread');
  expect([spreadOf(true)?.text(29), spreadOf(true)?.why(29)]).toEqual(['–', NO_SPREAD]);
  expect(spreadOf(false)?.why(29)).not.toBe(NO_SPREAD);
});

const column = (key: string, values: number[]) => {
  const value = (row: number) => values[row] ?? Number.NaN;
  return { key, head: key, text: (row: number) => String(value(row)), value, why: () => '' };
};
const COLUMNS = [column('time', [10, 20, 30, 40]), column('close', [5, Number.NaN, 7, 5])];

it('rows have the newest bar first until a column is chosen', () => {
  expect(sortRows(COLUMNS, 4, NEWEST_FIRST)).toEqual([3, 2, 1, 0]);
});

it('rows are sorted by a column in either order, unknown values last, equal ones newest first', () => {
  const largest = nextSort(NEWEST_FIRST, 'close');
  expect(sortRows(COLUMNS, 4, largest)).toEqual([2, 3, 0, 1]);
  expect(sortRows(COLUMNS, 4, nextSort(largest, 'close'))).toEqual([3, 0, 2, 1]);
});

it('the first press on the time reverses it', () => {
  expect(sortRows(COLUMNS, 4, nextSort(NEWEST_FIRST, 'time'))).toEqual([0, 1, 2, 3]);
});
