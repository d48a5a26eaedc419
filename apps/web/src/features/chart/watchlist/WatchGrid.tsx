import type { Watchlist, WatchlistEntry, WatchRow } from '@moneytrail/contract';
import { IconLock } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useId, useState } from 'react';
import {
  decimalsOf,
  directionOf,
  formatPercent,
  formatPrice,
  formatSignedPercent,
  formatVolume,
} from '../../../lib/format.ts';
import { useTextScale } from '../../../ui/hooks/use-text-scale.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { Sparkline } from './Sparkline.tsx';
import { useWatchRows, useWatchView } from './use-watchlists.ts';
import classes from './WatchlistPanel.module.css';
import {
  columnValue,
  type OpenRow,
  sortRows,
  WATCH_COLUMNS,
  type WatchColumn,
  type WatchSort,
} from './watch-columns.ts';

type Props = {
  list: Watchlist;
  /** Called when a row was pressed, after the chart shows it. */
  onPressed: (() => void) | undefined;
  /** The key of the row that keys and buttons act on; null before one is chosen. */
  active: string | null;
  onActive: (key: string) => void;
  onMove: (by: number) => void;
  /** Gives the chosen row its next flag. */
  onFlag: () => void;
  onRemove: () => void;
};

const ROW_PX = 32;

/** Tells entries of one list apart; equal headings share a key. */
export const keyOfEntry = (entry: WatchlistEntry): string =>
  entry.kind === 'symbol' ? entry.symbol : `# ${entry.name}`;

/** The rows of a list, of which only those in view are in the document. Arrow keys move and load the chart. */
export function WatchGrid(props: Props) {
  const { list, onPressed, active, onActive, onMove, onFlag, onRemove } = props;
  const { info, setSymbol } = useChartScreen();
  const { columns, sort, update } = useWatchView();
  const { rows, error, refetch } = useWatchRows(list.entries);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const id = useId();
  const order = useOrder(list.entries, rows, sort);
  const heightPx = ROW_PX * useTextScale();
  const virtual = useVirtualizer({
    count: order.entries.length,
    getScrollElement: () => scroller,
    estimateSize: () => heightPx,
    overscan: 6,
  });

  const choose = (entry: WatchlistEntry | undefined) => {
    if (!entry) return;
    onActive(keyOfEntry(entry));
    if (entry.kind === 'symbol') setSymbol(entry.symbol);
  };
  const step = (by: number) => {
    const { entries } = order;
    const at = entries.findIndex((entry) => keyOfEntry(entry) === active);
    const next = Math.min(Math.max(at + by, 0), entries.length - 1);
    choose(entries[next]);
    virtual.scrollToIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (event.altKey && (by === 1 || by === -1)) onMove(by);
    else if (by !== undefined && !event.altKey) step(by);
    else if (event.key === 'Home') step(-list.entries.length);
    else if (event.key === 'End') step(list.entries.length);
    else if (event.key === 'Delete') onRemove();
    else if (event.key === ' ' && event.target === event.currentTarget) onFlag();
    else return;
    event.preventDefault();
  };
  const sortBy = (by: WatchSort['by']) => {
    if (sort?.by !== by) update({ sort: { by, isDescending: by !== 'symbol' } });
    else if (sort.isDescending === (by !== 'symbol')) {
      update({ sort: { by, isDescending: !sort.isDescending } });
    } else update({ sort: null });
  };

  if (error && rows.size === 0) {
    return (
      <div className={classes.failed}>
        <LoadFailed what="the rows" error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  const shown = WATCH_COLUMNS.filter((column) => columns.includes(column.id));
  const style = { '--row-height': `${heightPx}px` } as CSSProperties;
  const ambiguous = sharedCodes(list.entries);
  const items = virtual.getVirtualItems();
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const onClick = ({ target }: MouseEvent) => {
    const key = target instanceof Element ? target.closest('tr')?.dataset.key : undefined;
    const pressed = order.entries.find((entry) => keyOfEntry(entry) === key);
    choose(pressed);
    if (pressed?.kind === 'symbol') onPressed?.();
  };
  return (
    <div
      ref={setScroller}
      className={classes.grid}
      style={style}
      onPointerEnter={order.freeze}
      onPointerLeave={order.release}
    >
      <table
        className={classes.table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: keys choose its rows.
        role="grid"
        tabIndex={0}
        aria-label={list.name}
        aria-rowcount={order.entries.length + 1}
        aria-activedescendant={active === null ? undefined : `${id}-${active}`}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {[{ id: 'symbol', name: 'Symbol' } as const, ...shown].map((column) => (
              <th key={column.id} scope="col" aria-sort={ariaSort(sort, column.id)}>
                <button type="button" tabIndex={-1} onClick={() => sortBy(column.id)}>
                  {column.name}
                  {sort?.by === column.id && (sort.isDescending ? ' ↓' : ' ↑')}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Spacer columns={shown.length + 1} heightPx={above} />}
          {items.map(({ index }) => {
            const entry = order.entries[index];
            if (!entry) return null;
            const key = keyOfEntry(entry);
            return (
              <tr
                key={key}
                id={`${id}-${key}`}
                data-key={key}
                aria-rowindex={index + 2}
                aria-selected={key === active}
                aria-current={key === info.ticker || undefined}
              >
                {entry.kind === 'section' ? (
                  <td className={classes.section} colSpan={shown.length + 1}>
                    {entry.name}
                  </td>
                ) : (
                  <Cells
                    entry={entry}
                    row={rows.get(entry.symbol)}
                    columns={shown}
                    isAmbiguous={ambiguous.has(codeOf(entry.symbol))}
                  />
                )}
              </tr>
            );
          })}
          {below > 0 && <Spacer columns={shown.length + 1} heightPx={below} />}
        </tbody>
      </table>
    </div>
  );
}

/** Stands for rows out of view. */
function Spacer({ columns, heightPx }: { columns: number; heightPx: number }) {
  return (
    <tr>
      <td colSpan={columns} style={{ height: heightPx, padding: 0 }} />
    </tr>
  );
}

function ariaSort(
  sort: WatchSort | null,
  id: WatchSort['by'],
): 'ascending' | 'descending' | 'none' {
  if (sort?.by !== id) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}

const codeOf = (symbol: string): string => symbol.slice(symbol.indexOf(':') + 1);

/** Codes that several exchanges of a list have. */
function sharedCodes(entries: readonly WatchlistEntry[]): ReadonlySet<string> {
  const codes = entries.flatMap((entry) => (entry.kind === 'symbol' ? [codeOf(entry.symbol)] : []));
  return new Set(codes.filter((code, index) => codes.indexOf(code) !== index));
}

type CellsProps = {
  /** Another row has the same code, so that the exchange tells them apart. */
  isAmbiguous: boolean;
  entry: Extract<WatchlistEntry, { kind: 'symbol' }>;
  row: WatchRow | undefined;
  columns: readonly { id: WatchColumn }[];
};

function Cells({ entry, row, columns, isAmbiguous }: CellsProps) {
  const code = codeOf(entry.symbol);
  const exchange = entry.symbol.slice(0, entry.symbol.indexOf(':'));
  return (
    <>
      <td title={row && !row.locked ? row.description : entry.symbol}>
        <span className={classes.name}>
          {entry.flag && (
            <>
              <span className={classes.flag} data-colour={entry.flag} />
              <span className="visually-hidden">{entry.flag} flag, </span>
            </>
          )}
          <span className={classes.code}>{code}</span>
          {isAmbiguous && <span className={classes.source}>{exchange}</span>}
          {row?.locked && <IconLock size={16} stroke={1.75} aria-label="Locked" role="img" />}
        </span>
      </td>
      {columns.map(({ id }) => (
        <td key={id}>{row && !row.locked ? <Value row={row} column={id} /> : null}</td>
      ))}
    </>
  );
}

function Value({ row, column }: { row: OpenRow; column: WatchColumn }) {
  const value = columnValue(row, column);
  const decimals = decimalsOf(row.priceScale);
  const direction = directionOf(columnValue(row, 'change'));
  switch (column) {
    case 'last':
      // A new element for each price, so that it flashes.
      return (
        <span key={value} className={classes.price} data-direction={direction}>
          {formatPrice(value, decimals)}
        </span>
      );
    case 'change':
      return (
        <span className={classes.change} data-direction={direction}>
          {value !== null && value > 0 ? '+' : ''}
          {formatPrice(value, decimals)}
        </span>
      );
    case 'percent':
      return (
        <span className={classes.change} data-direction={direction}>
          {formatSignedPercent(value)}
        </span>
      );
    case 'volume':
      return formatVolume(value);
    case 'tightness':
      return formatPercent(value);
    case 'longShort':
    case 'level':
      return formatSignedPercent(value);
    case 'mark':
      return markText(row);
    case 'sparkline':
      return <Sparkline closes={row.sparkline} isUp={direction === 'up'} />;
  }
}

function markText({ snapshot }: OpenRow): string {
  if (!snapshot?.mark) return '–';
  const { side, strong } = snapshot.mark;
  return `${side === 'buy' ? 'Buy' : 'Sell'}${strong ? ' strong' : ''}`;
}

/** The entries as they are shown. Sorted rows keep their places while the pointer is over them. */
function useOrder(
  entries: readonly WatchlistEntry[],
  rows: ReadonlyMap<string, WatchRow>,
  sort: WatchSort | null,
) {
  const [frozen, setFrozen] = useState<{ sort: WatchSort | null; keys: readonly string[] } | null>(
    null,
  );
  const sorted = sort ? sortedEntries(entries, rows, sort) : [...entries];
  const isFrozen = sort !== null && frozen?.sort === sort;
  const placeOf = (entry: WatchlistEntry) => {
    const place = frozen?.keys.indexOf(keyOfEntry(entry)) ?? -1;
    return place === -1 ? Number.MAX_SAFE_INTEGER : place;
  };
  return {
    entries: isFrozen ? sorted.toSorted((a, b) => placeOf(a) - placeOf(b)) : sorted,
    freeze: () => setFrozen({ sort, keys: sorted.map(keyOfEntry) }),
    release: () => setFrozen(null),
  };
}

/** Sections belong to the list's own order, and are left out of another one. */
function sortedEntries(
  entries: readonly WatchlistEntry[],
  rows: ReadonlyMap<string, WatchRow>,
  sort: WatchSort,
): WatchlistEntry[] {
  const symbols = entries.flatMap((entry) =>
    entry.kind === 'symbol' ? [{ symbol: entry.symbol, entry, row: rows.get(entry.symbol) }] : [],
  );
  return sortRows(symbols, sort).map(({ entry }) => entry);
}
