import type { ChartLayout, ChartLinks, Drawing, SingleLayout } from '@moneytrail/chart';
import { firstStyle, NO_LINKS, readLayout, writeLayout } from '@moneytrail/chart/model';
import { DEFAULT_INPUTS } from '@moneytrail/indicators';
import { describe, expect, test } from 'vitest';
import { layoutOf, mergeParts, partsOf } from '../saved/layout-parts.ts';
import { lookOf } from '../saved/savable-chart.ts';
import type { CellState } from './chart-cells.ts';
import { chartsIn, withChart } from './saved-charts.ts';
import { linked } from './use-links.ts';

const line: Drawing = {
  id: 'line',
  tool: 'horizontalLine',
  symbol: 'FMP:AAPL',
  points: [{ timeMs: 1e12, price: 10 }],
  style: firstStyle('horizontalLine'),
  text: '',
  isLocked: false,
  isVisible: true,
};

function chart(symbol: string, changes: object = {}): SingleLayout {
  const stored = {
    version: 3,
    symbol,
    resolution: '60',
    studies: [{ key: 'combo', id: 'combo', inputs: DEFAULT_INPUTS, isVisible: true }],
    ...changes,
  };
  return readLayout(JSON.stringify(stored));
}

function desk(changes: Partial<NonNullable<ChartLayout['grid']>> = {}): ChartLayout {
  return {
    ...chart('FMP:BTCUSD'),
    grid: {
      first: { id: 'first', symbol: 'FMP:BTCUSD', resolution: '60' },
      cells: [
        { id: 'a', layout: chart('FMP:AAPL', { drawings: [line] }) },
        { id: 'b', layout: chart('BFX:ETHUSD') },
      ],
      links: NO_LINKS,
      columns: [0.5, 0.5],
      rows: [0.5, 0.5],
      ...changes,
    },
  };
}

/** With one chart beside the first changed. */
const changed = (id: string, changes: object): ChartLayout => {
  const before = chartsIn(desk()).find((one) => one.id === id)?.layout;
  return withChart(desk(), id, { ...chart('FMP:X'), ...before, ...changes });
};

const merged = (mine: ChartLayout, theirs: ChartLayout): ChartLayout | null => {
  const parts = mergeParts(
    { mine: partsOf(mine), theirs: partsOf(theirs) },
    { bases: [partsOf(desk())], sent: [] },
  );
  return parts && layoutOf(parts, { symbol: 'FMP:BTCUSD', resolution: '60' });
};

describe('a layout of several charts', () => {
  test('is taken apart and put together again, and stored', () => {
    for (const layout of [desk(), desk({ columns: [0.3, 0.7] }), chart('FMP:BTCUSD')]) {
      const at = { symbol: layout.symbol, resolution: layout.resolution };
      expect(layoutOf(partsOf(layout), at)).toEqual(layout);
      expect(readLayout(writeLayout(layout))).toEqual(layout);
    }
  });

  test('changes one chart and leaves the others', () => {
    expect(
      chartsIn(changed('a', { hasVolume: false })).map(({ layout }) => layout.hasVolume),
    ).toEqual([true, false, true]);
    const moved = changed('first', { symbol: 'FMP:MSFT' });
    expect(moved.grid?.first.symbol).toBe('FMP:MSFT');
    expect(chartsIn(moved)[0]?.layout.symbol).toBe('FMP:MSFT');
  });

  test('joins changes of two pages to different charts, and to one chart and the grid', () => {
    const mine = changed('a', { hasVolume: false });
    const joined = merged(mine, changed('b', { candleType: 'line' }));
    expect(
      joined && chartsIn(joined).map(({ layout }) => [layout.hasVolume, layout.candleType]),
    ).toEqual([
      [true, 'candles'],
      [false, 'candles'],
      [true, 'line'],
    ]);
    const links = { ...NO_LINKS, symbol: true };
    expect(merged(mine, desk({ links }))?.grid).toEqual({ ...mine.grid, links });
    const fewer = desk({ cells: desk().grid?.cells.slice(1) ?? [], rows: [1] });
    expect(merged(changed('b', { hasVolume: false }), fewer)?.grid?.cells).toHaveLength(1);
  });

  test('joins nothing where both pages changed one chart', () => {
    expect(
      merged(changed('a', { hasVolume: false }), changed('a', { candleType: 'line' })),
    ).toBeNull();
  });
});

describe('a chart beside the active one', () => {
  const look = { ...lookOf(chart('FMP:AAPL')), inputs: DEFAULT_INPUTS };
  const cell: CellState = { id: 'a', symbol: 'FMP:AAPL', resolution: '1D', look };
  const opened = { info: { ticker: 'FMP:BTCUSD' }, resolution: '60' as const };
  const active = { studies: [], inputs: { ...DEFAULT_INPUTS, length: 30 } };
  const all = Object.fromEntries(Object.keys(NO_LINKS).map((link) => [link, true])) as ChartLinks;

  test('takes what is shared, and is the same object where that changes nothing', () => {
    expect(linked(cell, NO_LINKS, opened, active)).toBe(cell);
    expect(linked(cell, { ...NO_LINKS, symbol: true }, opened, active)).toEqual({
      ...cell,
      symbol: 'FMP:BTCUSD',
    });
    const whole = linked(cell, all, opened, active);
    expect(whole).toMatchObject({ symbol: 'FMP:BTCUSD', resolution: '60' });
    expect(whole.look).toEqual({ ...look, ...active });
    expect(linked(whole, all, opened, active)).toBe(whole);
  });
});
