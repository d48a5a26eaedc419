import type { StudyColour } from '@moneytrail/chart';
import type { ExchangeName } from '@moneytrail/contract';
import { type KeyboardEvent, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { ExchangeChips } from './ExchangeChips.tsx';
import type { SearchFilter, SearchRow } from './match-symbols.ts';
import { SearchField } from './SearchField.tsx';
import { SymbolList } from './SymbolList.tsx';
import classes from './SymbolSearch.module.css';
import { TypeSelect } from './TypeSelect.tsx';
import { useSymbolSearch } from './use-symbol-search.ts';

type Props = {
  text: string;
  onText: (text: string) => void;
  title: string;
  /** What keys do, in words. */
  keys: string;
  /** An unlocked symbol was chosen. */
  onChoose: (row: SearchRow) => void;
  /** The colour of the line that a symbol has on the chart; null for none. */
  markOf?: (row: SearchRow) => StudyColour | null;
};

const NO_FILTER: SearchFilter = { exchange: null, type: null };

/** Finds an instrument: what is known at once, what the server knows a moment later. */
export function SymbolFinder({ text, onText, title, keys, onChoose, markOf }: Props) {
  const { openPanel, refuse } = useChartScreen();
  const [filter, setFilter] = useState(NO_FILTER);
  const [active, setActive] = useState(0);
  const search = useSymbolSearch(text, filter);
  const close = () => openPanel(NOTHING_OPEN);
  const choose = (row: SearchRow | undefined) => {
    if (!row) return;
    const retry = () => onChoose(row);
    if (row.locked) refuse({ exchange: row.source, code: row.code, retry });
    else retry();
  };
  const ask = (nextText: string, nextFilter: SearchFilter) => {
    onText(nextText);
    setFilter(nextFilter);
    setActive(0);
  };
  const chooseExchange = (exchange: ExchangeName | null) => {
    const retry = () => ask(text, { ...filter, exchange });
    const isLocked = search.exchanges.some((each) => each.name === exchange && each.isLocked);
    if (exchange !== null && isLocked) refuse({ exchange, code: null, retry });
    else retry();
  };
  const last = search.rows.length - 1;
  const moves: Record<string, number> = {
    ArrowDown: Math.min(active + 1, last),
    ArrowUp: Math.max(active - 1, 0),
    PageDown: Math.min(active + 10, last),
    PageUp: Math.max(active - 10, 0),
  };
  const onKey = (event: KeyboardEvent) => {
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter') {
      const row = search.rows[active];
      if (row && event.shiftKey) search.toggleStar(row);
      else choose(row);
    }
  };
  return (
    <Dialog title={title} width={640} isAtTop isTall onClose={close}>
      <div className={classes.search}>
        <div className={classes.top}>
          <SearchField
            text={text}
            activeRow={last >= 0 ? active : null}
            onText={(next) => ask(next, filter)}
            onKey={onKey}
          />
          <TypeSelect chosen={filter.type} onChoose={(type) => ask(text, { ...filter, type })} />
        </div>
        <ExchangeChips
          exchanges={search.exchanges}
          chosen={filter.exchange}
          onChoose={chooseExchange}
        />
        <div className={classes.progress} data-on={search.isAsking || undefined} />
        <SymbolList
          search={search}
          active={active}
          onChoose={choose}
          markOf={markOf}
          onClear={() => ask('', NO_FILTER)}
        />
        <p className={classes.keys}>{keys}</p>
      </div>
    </Dialog>
  );
}
