import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../screen/chart-context.ts';
import { ExchangeChips } from './ExchangeChips.tsx';
import { LockedCard } from './LockedCard.tsx';
import { type SearchFilter, type SearchRow, tickerOf } from './match-symbols.ts';
import { SymbolList } from './SymbolList.tsx';
import classes from './SymbolSearch.module.css';
import { TypeSelect } from './TypeSelect.tsx';
import { useSymbolSearch } from './use-symbol-search.ts';

type Props = { firstText: string };

const NO_FILTER: SearchFilter = { exchange: null, type: null };

/** Finds an instrument: what is known at once, what the server knows a moment later. */
export function SymbolSearch({ firstText }: Props) {
  const { openPanel, setSymbol } = useChartScreen();
  const [text, setText] = useState(firstText);
  const [filter, setFilter] = useState(NO_FILTER);
  const [active, setActive] = useState(0);
  const [refused, setRefused] = useState<string | null>(null);
  const search = useSymbolSearch(text, filter);
  const close = () => openPanel(NOTHING_OPEN);
  const open = (symbol: string) => {
    setSymbol(symbol);
    close();
  };
  const choose = (row: SearchRow | undefined) => {
    if (row?.locked) setRefused(tickerOf(row));
    else if (row) open(tickerOf(row));
  };
  const ask = (nextText: string, nextFilter: SearchFilter) => {
    setText(nextText);
    setFilter(nextFilter);
    setActive(0);
    setRefused(null);
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
    <Dialog title="Symbol search" width={640} isAtTop isTall onClose={close}>
      <div className={classes.search}>
        <div className={classes.top}>
          <div className={classes.field}>
            <IconSearch size={18} stroke={1.75} aria-hidden="true" />
            <input
              className={classes.input}
              type="text"
              role="combobox"
              aria-label="Code or description"
              aria-expanded="true"
              aria-controls="symbol-list"
              aria-activedescendant={last >= 0 ? `symbol-${active}` : undefined}
              aria-autocomplete="list"
              autoComplete="off"
              spellCheck={false}
              placeholder="Code or description"
              data-autofocus
              value={text}
              onChange={(event) => ask(event.currentTarget.value, filter)}
              onKeyDown={onKey}
            />
          </div>
          <TypeSelect chosen={filter.type} onChoose={(type) => ask(text, { ...filter, type })} />
        </div>
        <ExchangeChips
          exchanges={search.exchanges}
          chosen={filter.exchange}
          onChoose={(exchange) => ask(text, { ...filter, exchange })}
        />
        <div className={classes.progress} data-on={search.isAsking || undefined} />
        {refused !== null && <LockedCard symbol={refused} onOpen={open} />}
        <SymbolList
          search={search}
          active={active}
          onChoose={choose}
          onClear={() => ask('', NO_FILTER)}
        />
        <p className={classes.keys}>Enter opens · Shift+Enter stars</p>
      </div>
    </Dialog>
  );
}
