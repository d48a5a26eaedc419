import type { ChartScreenState } from '../model/chart-context.ts';
import type { SearchRow } from './match-symbols.ts';

type Deps = Pick<ChartScreenState, 'refuse'> & { onChoose: (row: SearchRow) => void };

/** Chooses a found symbol; a locked one opens the paywall first. */
export function chooseSymbol(row: SearchRow, { onChoose, refuse }: Deps): void {
  const choose = () => onChoose(row);
  if (row.locked) refuse({ exchange: row.source, code: row.code, retry: choose });
  else choose();
}
