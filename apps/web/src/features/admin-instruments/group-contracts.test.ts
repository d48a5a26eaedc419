import type { BvgInstrument } from '@moneytrail/contract';
import { expect, test } from 'vitest';
import { groupContracts } from './group-contracts.ts';

function contractOf(
  commodity: string,
  type: BvgInstrument['type'],
  endDate: string,
): BvgInstrument {
  const commodityName = commodity === 'WMAZ' ? 'White maize' : 'Soybeans';
  return {
    contract: `${commodity}-${type}-${endDate}`,
    contractDisplay: `${commodityName}, ${type}`,
    startDate: null,
    endDate,
    commodity,
    commodityName,
    type,
  };
}

const CONTRACTS = [
  contractOf('WMAZ', 'spread', '2027-03-31'),
  contractOf('WMAZ', 'futures', '2027-05-31'),
  contractOf('WMAZ', 'futures', '2026-12-31'),
  contractOf('SOYA', 'split', '2026-12-31'),
];

test('contracts are grouped by commodity and kind, earliest expiry first', () => {
  const shown = groupContracts(CONTRACTS, '').map(({ name, count, groups }) => [
    name,
    count,
    groups.map((group) => [group.name, ...group.contracts.map(({ endDate }) => endDate)]),
  ]);
  expect(shown).toEqual([
    ['Soybeans', 1, [['Splits', '2026-12-31']]],
    [
      'White maize',
      3,
      [
        ['Futures', '2026-12-31', '2027-05-31'],
        ['Spreads', '2027-03-31'],
      ],
    ],
  ]);
});

test('a case-insensitive search finds commodities by name and contracts by code, and drops empty groups', () => {
  const found = (text: string) =>
    groupContracts(CONTRACTS, text).map(({ name, count }) => [name, count]);
  expect(found('MAIZE')).toEqual([['White maize', 3]]);
  expect(found(' soya-split ')).toEqual([['Soybeans', 1]]);
  expect(found('wmaz-futures')).toEqual([['White maize', 2]]);
  expect(found('silver')).toEqual([]);
});
