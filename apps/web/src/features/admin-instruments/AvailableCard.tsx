import { useDebouncedValue } from '@mantine/hooks';
import type { AvailableSymbol, ExchangeInstruments } from '@moneytrail/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { VirtualList } from '../../ui/VirtualList.tsx';
import { InstrumentCard, LIST_PX, ROW_PX, RowsPending, Unavailable } from './InstrumentCard.tsx';
import { availableQuery, type SearchedExchange } from './instrument-queries.ts';
import { RetryLine, RowButton } from './RowControls.tsx';
import classes from './Rows.module.css';
import { INSTRUMENT_TEXTS } from './texts.ts';
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
  if (text.trim() === '') return <p>{TEXTS.searchHint}</p>;
  if (query.isError) return <RetryLine text={TEXTS.failures.available} query={query} />;
  if (!query.data) return <RowsPending />;
  const isEnabled = new Set(enabled.map(({ code }) => code));
  // The answer may predate a toggle.
  const rows = query.data.symbols.filter(({ code }) => !isEnabled.has(code));
  if (rows.length === 0) return <p>{TEXTS.noAvailable}</p>;
  return (
    <>
      <VirtualList
        rows={rows}
        label={`${TEXTS.available}: ${exchange}`}
        keyOf={({ code }) => code}
        rowPx={ROW_PX}
        maxHeightPx={LIST_PX}
      >
        {(symbol) => <AvailableRow symbol={symbol} toggles={toggles} />}
      </VirtualList>
      {query.data.isTruncated && <p>{TEXTS.truncated}</p>}
    </>
  );
}

function AvailableRow({
  symbol: { code, description, exchange },
  toggles,
}: {
  symbol: AvailableSymbol;
  toggles: ReturnType<typeof useToggles>;
}) {
  return (
    <div className={classes.row}>
      <span className={classes.code}>{code}</span>
      <span className={classes.description} title={description}>
        {description}
      </span>
      <span className={classes.market} title={exchange.name}>
        {exchange.name}
      </span>
      <span className={classes.buttons}>
        <RowButton
          label={`Enable ${code}`}
          icon={<IconPlus size={16} stroke={1.75} />}
          state={toggles.stateOf(code)}
          failure={TEXTS.failures.toggle}
          onPress={() => toggles.call({ code, isEnabled: true })}
        />
      </span>
    </div>
  );
}
