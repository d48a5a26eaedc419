import type { ComparedInstrument } from '@moneytrail/chart';
import { MOST_COMPARED } from '@moneytrail/chart/model';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { showToast } from '../../../stores/toasts.ts';
import { useValue } from '../../../stores/use-value.ts';
import type { ChartController } from '../controller/chart-controller.ts';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { useStudiesOnChart } from '../preferences/preferences.ts';
import { type SearchRow, tickerOf } from '../search/match-symbols.ts';
import { type SearchProps, SymbolFinder } from '../search/SymbolFinder.tsx';
import { withCompared, withoutCompared } from './compared-instruments.ts';

const NO_ROOM = `${MOST_COMPARED} instruments can be compared at most. Remove one first.`;

/** Stays open, so that several instruments can be added in a row. */
export function CompareDialog(props: SearchProps) {
  const { controller } = useChartScreen();
  return controller && <Finder {...props} controller={controller} />;
}

function comparedOf(compared: readonly ComparedInstrument[], row: SearchRow) {
  return compared.find(({ symbol }) => isSameTicker(symbol, tickerOf(row)));
}

function Finder({ controller, ...props }: SearchProps & { controller: ChartController }) {
  const { info, refuse, openPanel } = useChartScreen();
  const compared = useValue(controller.compared);
  const taken = useStudiesOnChart()
    .filter(({ standsIn }) => standsIn === 'main')
    .flatMap(({ outputs }) => outputs.map(({ colour }) => colour));
  const { comparison } = controller.engine;
  const choose = (row: SearchRow) => {
    // Read anew: a locked choice is repeated after it is unlocked, when the list may have changed.
    const now = comparison.all();
    const known = comparedOf(now, row);
    if (known) return comparison.set(withoutCompared(now, known.symbol));
    if (isSameTicker(tickerOf(row), info.ticker)) {
      return showToast({ kind: 'info', text: `${info.name} is already on the chart.` });
    }
    const next = withCompared(now, tickerOf(row), taken);
    if (!next) return showToast({ kind: 'info', text: NO_ROOM });
    comparison.set(next);
  };
  const room = `${compared.length} of ${MOST_COMPARED} compared`;
  return (
    <SymbolFinder
      {...props}
      refuse={refuse}
      onClose={() => openPanel(NOTHING_OPEN)}
      title="Compare"
      keys={`${room} · Enter adds or removes · Shift+Enter stars`}
      onChoose={choose}
      markOf={(row) => comparedOf(compared, row)?.colour ?? null}
    />
  );
}
