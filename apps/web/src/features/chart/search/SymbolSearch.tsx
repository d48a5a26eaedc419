import type { ExchangeName } from '@moneytrail/contract';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { NOTHING_OPEN, useChartScreen } from '../screen/chart-context.ts';
import { SOURCE_LOCKED } from '../screen/messages.ts';
import { ExchangeChips } from './ExchangeChips.tsx';
import { type SearchRow, tickerOf } from './match-symbols.ts';
import { SymbolList } from './SymbolList.tsx';
import classes from './SymbolSearch.module.css';
import { useSymbolSearch } from './use-symbol-search.ts';

type Props = { firstText: string };

/** Finds an instrument: what is known at once, what the server knows a moment later. */
export function SymbolSearch({ firstText }: Props) {
  const { openPanel, setSymbol } = useChartScreen();
  const [text, setText] = useState(firstText);
  const [exchange, setExchange] = useState<ExchangeName | null>(null);
  const [active, setActive] = useState(0);
  const search = useSymbolSearch(text, exchange);
  const close = () => openPanel(NOTHING_OPEN);
  const choose = (row: SearchRow | undefined) => {
    if (!row) return;
    if (row.locked) return showToast({ kind: 'error', text: SOURCE_LOCKED });
    setSymbol(tickerOf(row));
    close();
  };
  const clear = () => {
    setText('');
    setExchange(null);
    setActive(0);
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
    } else if (event.key === 'Enter') choose(search.rows[active]);
  };
  return (
    <Dialog title="Symbol search" width={640} isAtTop isTall onClose={close}>
      <div className={classes.search}>
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
            onChange={(event) => {
              setText(event.currentTarget.value);
              setActive(0);
            }}
            onKeyDown={onKey}
          />
        </div>
        <ExchangeChips exchanges={search.exchanges} chosen={exchange} onChoose={setExchange} />
        <div className={classes.progress} data-on={search.isAsking || undefined} />
        <SymbolList search={search} active={active} onChoose={choose} onClear={clear} />
      </div>
    </Dialog>
  );
}
