import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { StudyColour } from '@moneytrail/chart';
import { MAX_QUOTED_SYMBOLS, type SymbolQuote } from '@moneytrail/contract';
import {
  IconCheck,
  IconHistory,
  IconLock,
  IconSearchOff,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { quotesQuery } from '../../../api/queries.ts';
import { marketBehind, sourceName } from '../../../lib/source-name.ts';
import { Chip } from '../../../ui/Chip.tsx';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { useTextScale } from '../../../ui/hooks/use-text-scale.ts';
import { NO_PRICE, SIMULATED } from '../model/messages.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { marketsOf, type SearchRow, sourceHint, tickerOf } from './match-symbols.ts';
import { quoteText } from './quote-text.ts';
import classes from './SymbolList.module.css';
import type { SymbolSearch } from './use-symbol-search.ts';

type Props = {
  search: SymbolSearch;
  /** Row that `Enter` chooses. */
  active: number;
  onChoose: (row: SearchRow) => void;
  /** The colour of the symbol's line on the chart. */
  markOf: ((row: SearchRow) => StudyColour | null) | undefined;
  onClear: () => void;
};

/** Heights at the usual text size. */
const ROW_PX = 40;
const PHONE_ROW_PX = 56;

/** The symbols found; only visible rows are rendered. */
export function SymbolList({ search, active, onChoose, markOf, onClear }: Props) {
  const { rows } = search;
  const isPhone = useIsPhone();
  const rowPx = (isPhone ? PHONE_ROW_PX : ROW_PX) * useTextScale();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 6,
  });
  useEffect(() => {
    if (scroller && active < rows.length) list.scrollToIndex(active);
  }, [scroller, active, rows.length, list]);
  const inSight = list.getVirtualItems();
  const quoteOf = useQuotes(inSight.flatMap(({ index }) => rows[index] ?? []));
  if (rows.length === 0) return <NoSymbols search={search} onClear={onClear} />;
  const hint = search.isBlank ? null : sourceHint(rows);
  return (
    <>
      {hint && <p className={classes.hint}>{hint}</p>}
      <div
        ref={setScroller}
        id="symbol-list"
        role="listbox"
        aria-label="Symbols"
        className={classes.list}
        tabIndex={-1}
      >
        <div style={{ height: list.getTotalSize() }}>
          {inSight.map(({ index, start }) => {
            const row = rows[index];
            return row ? (
              <SymbolRow
                key={`${row.source}:${row.code}`}
                row={row}
                quote={quoteOf(row)}
                index={index}
                count={rows.length}
                topPx={start}
                mark={markOf?.(row) ?? null}
                isActive={index === active}
                isRecent={search.isRecent(row)}
                isStarred={search.isStarred(row)}
                onChoose={() => onChoose(row)}
                onStar={() => search.toggleStar(row)}
              />
            ) : null;
          })}
        </div>
      </div>
    </>
  );
}

type RowProps = {
  row: SearchRow;
  /** Undefined while it is read, null if no price is known. A locked row has none. */
  quote: SymbolQuote | null | undefined;
  index: number;
  /** All rows, rendered or not. */
  count: number;
  topPx: number;
  /** The colour of its line on the chart; null without one. */
  mark: StudyColour | null;
  isActive: boolean;
  isRecent: boolean;
  isStarred: boolean;
  onChoose: () => void;
  onStar: () => void;
};

/** Codes of contracts fit; those of spreads need a line of their own on a phone. */
const LONGEST_SHORT_CODE = 16;

function SymbolRow(props: RowProps) {
  const { row, quote, index, count, topPx, mark, isActive, isRecent, isStarred, onChoose, onStar } =
    props;
  const Star = isStarred ? IconStarFilled : IconStar;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field of the search has the focus and the keys.
    <div
      id={`symbol-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={classes.row}
      data-locked={row.locked || undefined}
      data-long={row.code.length > LONGEST_SHORT_CODE || undefined}
      style={{ top: topPx }}
      onClick={onChoose}
    >
      <span className={classes.code}>
        {row.locked && <IconLock size={14} stroke={1.75} aria-label="Locked" />}
        <span className={classes.letters}>{row.code}</span>
      </span>
      <span className={classes.description}>{row.description}</span>
      <span className={classes.flags}>
        {mark && (
          <IconCheck
            size={16}
            stroke={2.5}
            color={`var(--mt-line-${mark})`}
            aria-label="Compared"
          />
        )}
        {isRecent && <IconHistory size={14} stroke={1.75} aria-label="Recent" />}
        {row.simulated && <Chip kind="warning">{SIMULATED}</Chip>}
        {row.isOffline && <Chip kind="error">offline</Chip>}
      </span>
      <span className={classes.source}>
        {row.source}
        {row.locked && ' (Locked)'}
        {marketBehind(row.source) && ` · ${marketBehind(row.source)}`}
      </span>
      {!row.locked && <RowQuote quote={quote} />}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Shift and Enter in the field do the same. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a button may not stand inside an option. */}
      <span
        className={classes.star}
        data-on={isStarred || undefined}
        title={isStarred ? 'Remove star' : 'Star'}
        onClick={(event) => {
          event.stopPropagation();
          onStar();
        }}
      >
        <Star size={18} stroke={1.75} aria-label={isStarred ? 'Starred' : ''} />
      </span>
    </div>
  );
}

/** The last known price and its change since the previous session's close; takes its room while it is read. */
function RowQuote({ quote }: Pick<RowProps, 'quote'>) {
  if (quote === undefined) return <span className={classes.quote} />;
  if (quote === null) {
    return (
      <span className={classes.quote} title={NO_PRICE}>
        <span className={classes.change}>no price yet</span>
      </span>
    );
  }
  const { price, change, direction, pastDay, title } = quoteText(quote);
  return (
    <span className={classes.quote} title={title}>
      <span className={classes.price} data-past={pastDay !== null || undefined}>
        {price}
      </span>
      {change !== '' && (
        <span className={classes.change} data-direction={direction}>
          {change}
        </span>
      )}
      {pastDay !== null && <span className="visually-hidden">on {pastDay}</span>}
    </span>
  );
}

type NoneProps = { search: SymbolSearch; onClear: () => void };

function NoSymbols({ search, onClear }: NoneProps) {
  const { error, retry, isLoading, isAsking } = search;
  if (error) {
    return (
      <div className={classes.failed}>
        <LoadFailed what="the symbols" error={error} onRetry={retry} />
      </div>
    );
  }
  if (isLoading || isAsking) {
    return (
      <p className={classes.empty} role="status">
        {isLoading ? 'Loading symbols…' : 'Searching…'}
      </p>
    );
  }
  return (
    <div className={classes.empty} role="status">
      <IconSearchOff size={40} stroke={1.5} aria-hidden="true" />
      <p>No symbol matches.</p>
      <p>The markets here are:</p>
      <ul className={classes.markets} aria-label="Markets">
        {marketsOf(search.all).map(({ source, types }) => (
          <li key={source}>
            <strong>{sourceName(source)}</strong> {types.join(', ')}
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={onClear}>
        Show all symbols
      </Button>
    </div>
  );
}

/** Rows that pass by while scrolling are not asked for. */
const SETTLE_MS = 150;

/** The last known prices of the visible rows, refreshed while they are visible. */
function useQuotes(rows: readonly SearchRow[]) {
  const inSight = rows.filter(({ locked }) => !locked).map(tickerOf);
  const [settled] = useDebouncedValue(inSight.slice(0, MAX_QUOTED_SYMBOLS).join(), SETTLE_MS);
  const asked = settled === '' ? [] : settled.split(',').toSorted();
  const { data } = useQuery({ ...quotesQuery(asked), placeholderData: keepPreviousData });
  return (row: SearchRow) => (row.locked ? undefined : data?.[tickerOf(row)]);
}
