import type { SymbolInfo } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import type { CellState } from './chart-cells.ts';
import { arrivedCell } from './use-shown-cell.ts';

const cell = (id: string, symbol: string, resolution: CellState['resolution']): CellState =>
  ({ id, symbol, resolution, look: {} }) as CellState;

const CELLS = [cell('first', 'FMP:BTCUSD', '1D'), cell('second', 'FMP:ETHUSD', '60')];
const ETHUSD = { ticker: 'FMP:ETH/USD', supported_resolutions: ['60', '1D'] } as SymbolInfo;
const wanted = (wantedId: string | null) => ({ cells: CELLS, wantedId });

test('a wanted chart arrives with its instrument and interval, however the instrument is spelled', () => {
  expect(arrivedCell(wanted('second'), { info: ETHUSD, resolution: '60' })?.id).toBe('second');
  expect(arrivedCell(wanted('second'), { info: ETHUSD, resolution: '1D' })).toBeNull();
  expect(arrivedCell(wanted('first'), { info: ETHUSD, resolution: '1D' })).toBeNull();
  expect(arrivedCell(wanted(null), { info: ETHUSD, resolution: '60' })).toBeNull();
});

test('a chart whose interval its instrument lacks arrives in another one', () => {
  const info = { ...ETHUSD, supported_resolutions: ['1D' as const] };
  expect(arrivedCell(wanted('second'), { info, resolution: '1D' })?.id).toBe('second');
});
