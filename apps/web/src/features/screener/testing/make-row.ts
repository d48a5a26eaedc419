import { SCREEN_FIGURES, type ScreenFigure, type ScreenRow } from '@moneytrail/contract';

/** A row of `FMP:CODE`; figures that are not given are not known. */
export function makeRow(
  code: string,
  figures: Partial<Record<ScreenFigure, number>> = {},
  fields: Partial<Omit<ScreenRow, 'figures'>> = {},
): ScreenRow {
  return {
    symbol: `FMP:${code}`,
    description: `${code} Incorporated`,
    exchange: 'FMP',
    type: 'stock',
    priceScale: 100,
    simulated: false,
    isOpen: true,
    time: Date.UTC(2026, 10, 20),
    figures: Object.fromEntries(
      SCREEN_FIGURES.map((name) => [name, figures[name] ?? null]),
    ) as ScreenRow['figures'],
    studies: {},
    mark: null,
    ...fields,
  };
}
