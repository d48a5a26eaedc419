import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import type { SearchProps } from '../search/SymbolFinder.tsx';
import { PaletteDialog } from './PaletteDialog.tsx';
import { type PaletteDeps, usePalette } from './use-palette.ts';

/** Every command of the chart, its symbols, intervals, indicators and pages, found by a few letters. */
export function Palette({ text, onText, ...deps }: SearchProps & PaletteDeps) {
  const { openPanel } = useChartScreen();
  return (
    <PaletteDialog
      {...usePalette(text, deps)}
      label="Command, symbol, interval or indicator"
      text={text}
      onText={onText}
      onClose={() => openPanel(NOTHING_OPEN)}
    />
  );
}
