import { useDebouncedValue } from '@mantine/hooks';
import type { AvailableSymbol, ExchangeInstruments } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { EnabledAlready } from './EnabledAlready.tsx';
import { InstrumentCard, LIST_PX, ROW_PX, RowsPending, Unavailable } from './InstrumentCard.tsx';
import { availableQuery, type SearchedExchange } from './instrument-queries.ts';
import { EnableButton, RetryLine } from './RowControls.tsx';
import classes from './Rows.module.css';
import { INSTRUMENT_TEXTS } from './texts.ts';
import { useKeptRows } from './use-kept-rows.ts';
import type { RowState } from './use-row-calls.ts';
import { useToggles } from './use-toggles.ts';

const TEXTS = INSTRUMENT_TEXTS;
/** Debounces the search. */
const TYPING_MS = 250;

type Props = { list: ExchangeInstruments; exchange: SearchedExchange };

/** Instruments of a vendor's list that match the search and can be enabled. */
export function AvailableCard({ list, exchange }: Props) {
  const [text, setText] = useState('');
  return (
    <InstrumentCard
      title={TEXTS.available}
      count={list.availableCount}
      search={{ label: `${TEXTS.searchAvailable}: ${exchange}`, text, setText }}
    >
      {list.isOffline ? (
        <Unavailable />
      ) : (
        <Found exchange={exchange} text={text} enabled={list.enabled} />
      )}
    </InstrumentCard>
  );
}

type FoundProps = Pick<ExchangeInstruments, 'enabled'> & {
  exchange: SearchedExchange;
  text: string;
};

function Found({ exchange, text, enabled }: FoundProps) {
  const [searched] = useDebouncedValue(text, TYPING_MS);
  const query = useQuery(availableQuery(exchange, searched));
  const toggles = useToggles(exchange);
  const isEnabled = new Set(enabled.map(({ code }) => code));
  // The answer may predate a toggle.
  const found = query.data?.symbols.filter(({ code }) => !isEnabled.has(code)) ?? [];
  const { shown: rows, keep } = useKeptRows(found, ({ code }) => code, searched);
  if (text.trim() === '') return <p>{TEXTS.searchHint}</p>;
  if (query.isError) return <RetryLine text={TEXTS.failures.available} query={query} />;
  if (!query.data) return <RowsPending />;
  const already = <EnabledAlready enabled={enabled} text={searched} />;
  if (rows.length === 0) {
    return (
      <>
        <p>{TEXTS.noAvailable}</p>
        {already}
      </>
    );
  }
  return (
    <>
      <VirtualList
        rows={rows}
        label={`${TEXTS.available}: ${exchange}`}
        keyOf={({ code }) => code}
        rowPx={ROW_PX}
        maxHeightPx={LIST_PX}
      >
        {(symbol) => (
          <AvailableRow
            symbol={symbol}
            state={toggles.stateOf(symbol.code)}
            isEnabled={isEnabled.has(symbol.code)}
            onEnable={() => {
              keep(symbol);
              toggles.call({ code: symbol.code, isEnabled: true });
            }}
          />
        )}
      </VirtualList>
      {query.data.isTruncated && <p>{TEXTS.truncated}</p>}
      {already}
    </>
  );
}

type AvailableRowProps = {
  symbol: AvailableSymbol;
  state: RowState;
  /** True for a row that stays in its place after its instrument was enabled. */
  isEnabled: boolean;
  onEnable: () => void;
};

function AvailableRow({ symbol, state, isEnabled, onEnable }: AvailableRowProps) {
  const { code, description, exchange } = symbol;
  return (
    <div className={classes.row}>
      <span className={classes.code}>{code}</span>
      <span className={classes.description} title={description}>
        {description}
      </span>
      <span className={classes.market} title={exchange.name}>
        {exchange.name}
      </span>
      <EnableButton code={code} state={state} isEnabled={isEnabled} onEnable={onEnable} />
    </div>
  );
}
