import { NativeSelect } from '@mantine/core';
import type { StudyColour } from '@moneytrail/chart';
import { type ExchangeName, INSTRUMENT_TYPES, type InstrumentType } from '@moneytrail/contract';
import { IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { marketBehind } from '../../../lib/source-name.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { type ChartScreenState, NOTHING_OPEN, useChartScreen } from '../model/chart-context.ts';
import { chooseSymbol } from './choose-symbol.ts';
import { type SearchFilter, type SearchRow, tickerOf } from './match-symbols.ts';
import { SearchField, SearchProgress } from './SearchField.tsx';
import classes from './SymbolFinder.module.css';
import { SymbolList } from './SymbolList.tsx';
import { type SymbolSearch as Search, useSymbolSearch } from './use-symbol-search.ts';

export type SearchProps = { text: string; onText: (text: string) => void };

export function SymbolSearch(props: SearchProps) {
  const { openPanel, setSymbol, refuse } = useChartScreen();
  const close = () => openPanel(NOTHING_OPEN);
  return (
    <SymbolFinder
      {...props}
      refuse={refuse}
      onClose={close}
      title="Symbol search"
      keys="Enter opens · Shift+Enter stars"
      onChoose={(row) => {
        setSymbol(tickerOf(row));
        close();
      }}
    />
  );
}

type FinderProps = SearchProps & {
  title: string;
  /** Help on the keys. */
  keys: string;
  /** Called for unlocked symbols only. */
  onChoose: (row: SearchRow) => void;
  /** Called for locked ones. */
  refuse: ChartScreenState['refuse'];
  onClose: () => void;
  /** The colour of the symbol's line on the chart; null without one. */
  markOf?: (row: SearchRow) => StudyColour | null;
};

const NO_FILTER: SearchFilter = { exchange: null, type: null };

/** Searches instruments: those known here at once, those of the server a moment later. */
export function SymbolFinder(props: FinderProps) {
  const { text, onText, title, keys, onChoose, refuse, onClose, markOf } = props;
  const [filter, setFilter] = useState(NO_FILTER);
  const [active, setActive] = useState(0);
  const search = useSymbolSearch(text, filter);
  const choose = (row: SearchRow | undefined) => {
    if (row) chooseSymbol(row, { onChoose, refuse });
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
      // The button that gets the focus back is not pressed by this key.
      event.preventDefault();
      const row = search.rows[active];
      if (row && event.shiftKey) search.toggleStar(row);
      else choose(row);
    }
  };
  return (
    <Dialog title={title} width={640} isAtTop isTall onClose={onClose}>
      <div className={classes.search}>
        <div className={classes.top}>
          <SearchField
            label="Code or description"
            listId="symbol-list"
            activeId={last >= 0 ? `symbol-${active}` : null}
            text={text}
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
        <SearchProgress isAsking={search.isAsking} />
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

const TYPE_LABELS: Readonly<Record<InstrumentType, string>> = {
  crypto: 'Crypto',
  forex: 'Forex',
  stock: 'Stocks',
  index: 'Indices',
  commodity: 'Commodities',
  futures: 'Futures',
  spread: 'Spreads',
  split: 'Splits',
};

type TypeProps = {
  /** Null for all. */
  chosen: InstrumentType | null;
  onChoose: (type: InstrumentType | null) => void;
};

function TypeSelect({ chosen, onChoose }: TypeProps) {
  return (
    <NativeSelect
      aria-label="Type"
      size="md"
      className={classes.types ?? ''}
      value={chosen ?? ''}
      data={[
        { value: '', label: 'All types' },
        ...INSTRUMENT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChoose(INSTRUMENT_TYPES.find((type) => type === value) ?? null)
      }
    />
  );
}

type ChipsProps = {
  exchanges: Search['exchanges'];
  /** Null for all. */
  chosen: ExchangeName | null;
  onChoose: (exchange: ExchangeName | null) => void;
};

function ExchangeChips({ exchanges, chosen, onChoose }: ChipsProps) {
  return (
    <fieldset className={classes.chips} aria-label="Exchange">
      <button
        type="button"
        className={classes.chip}
        aria-pressed={chosen === null}
        onClick={() => onChoose(null)}
      >
        All
      </button>
      {exchanges.map(({ name, isLocked, isOffline }) => (
        <button
          key={name}
          type="button"
          className={classes.chip}
          aria-pressed={chosen === name}
          onClick={() => onChoose(chosen === name ? null : name)}
        >
          {isLocked && <IconLock size={14} stroke={1.75} aria-hidden="true" />}
          {name}
          {isLocked && ' (Locked)'}
          {marketBehind(name) && <span className={classes.market}>{marketBehind(name)}</span>}
          {isOffline && <span className={classes.offline}>offline</span>}
        </button>
      ))}
    </fieldset>
  );
}
