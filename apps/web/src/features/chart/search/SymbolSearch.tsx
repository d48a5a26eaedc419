import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { tickerOf } from './match-symbols.ts';
import { SymbolFinder } from './SymbolFinder.tsx';

type Props = { text: string; onText: (text: string) => void };

/** Opens the symbol that is found. */
export function SymbolSearch(props: Props) {
  const { openPanel, setSymbol } = useChartScreen();
  return (
    <SymbolFinder
      {...props}
      title="Symbol search"
      keys="Enter opens · Shift+Enter stars"
      onChoose={(row) => {
        setSymbol(tickerOf(row));
        openPanel(NOTHING_OPEN);
      }}
    />
  );
}
