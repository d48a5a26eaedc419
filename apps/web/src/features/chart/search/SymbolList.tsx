import type { StudyColour } from '@moneytrail/chart';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useState } from 'react';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import type { SearchRow } from './match-symbols.ts';
import { NoSymbols } from './NoSymbols.tsx';
import { SymbolRow } from './SymbolRow.tsx';
import classes from './SymbolSearch.module.css';
import { useQuotes } from './use-quotes.ts';
import type { SymbolSearch } from './use-symbol-search.ts';

type Props = {
  search: SymbolSearch;
  /** Index of the row that `Enter` takes. */
  active: number;
  onChoose: (row: SearchRow) => void;
  /** The colour of the line that a symbol has on the chart. */
  markOf: ((row: SearchRow) => StudyColour | null) | undefined;
  /** Empties the search: everything is shown. */
  onClear: () => void;
};

const ROW_PX = 40;
const PHONE_ROW_PX = 56;

/** The found symbols; only the rows in sight are on the page. */
export function SymbolList({ search, active, onChoose, markOf, onClear }: Props) {
  const { rows } = search;
  const isPhone = useIsPhone();
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => (isPhone ? PHONE_ROW_PX : ROW_PX),
    overscan: 6,
  });
  useEffect(() => {
    if (scroller && active < rows.length) list.scrollToIndex(active);
  }, [scroller, active, rows.length, list]);
  const inSight = list.getVirtualItems();
  const quoteOf = useQuotes(inSight.flatMap(({ index }) => rows[index] ?? []));
  if (rows.length === 0) return <NoSymbols search={search} onClear={onClear} />;
  return (
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
  );
}
