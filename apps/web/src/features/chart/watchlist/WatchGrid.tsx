import type { Watchlist, WatchlistEntry, WatchRow } from '@moneytrail/contract';
import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useId,
  useState,
} from 'react';
import { alertsQuery } from '../../../api/alerts.ts';
import { isSameTicker } from '../../../lib/same-ticker.ts';
import { shownCode } from '../../../lib/ticker-code.ts';
import { useIsPhone } from '../../../ui/hooks/use-is-phone.ts';
import { dropEdge, useRowDrag } from '../../../ui/hooks/use-row-drag.ts';
import { useTextScale } from '../../../ui/hooks/use-text-scale.ts';
import { useChartScreen } from '../model/chart-context.ts';
import { LoadFailed } from '../notices/LoadFailed.tsx';
import { keysOf } from './merge-watchlist.ts';
import { useWatchView, type WatchedRows } from './use-watchlists.ts';
import { Cells, Handle, sharedCodes } from './WatchCells.tsx';
import classes from './WatchlistPanel.module.css';
import { sortRows, WATCH_COLUMNS, type WatchSort } from './watch-columns.ts';

type Props = {
  list: Watchlist;
  watched: WatchedRows;
  /** Called when a row was pressed, after the chart shows it. */
  onPressed: (() => void) | undefined;
  /** The key of the row that keys and buttons act on; null before one is chosen. */
  active: string | null;
  onActive: (key: string) => void;
  onMove: (by: number) => void;
  /** Puts the row of a place in the list into another one. */
  onMoveTo: (from: number, to: number) => void;
  /** Opens the dialog of a new alert on a row, from its price. */
  onAlert: (row: WatchRow) => void;
  /** Gives the chosen row its next flag. */
  onFlag: () => void;
  onRemove: () => void;
};

/** Heights at the usual text size. */
const ROW_PX = 32;
const PHONE_ROW_PX = 44;

/** The rows of a list, of which only those in view are in the document. Arrow keys move and load the chart. */
export function WatchGrid(props: Props) {
  const {
    list,
    watched,
    onPressed,
    active,
    onActive,
    onMove,
    onMoveTo,
    onAlert,
    onFlag,
    onRemove,
  } = props;
  const { info, setSymbol } = useChartScreen();
  const { columns, sort, update } = useWatchView();
  const { rows, error, refetch } = watched;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const id = useId();
  const { shown: keyed, ...order } = useOrder(list.entries, rows, sort);
  const heightPx = (useIsPhone() ? PHONE_ROW_PX : ROW_PX) * useTextScale();
  const virtual = useVirtualizer({
    count: keyed.length,
    getScrollElement: () => scroller,
    estimateSize: () => heightPx,
    overscan: 6,
  });
  const alertCount = useAlertCount(list.id);
  const isMovable = sort === null;
  const { drag, press, takeDrag } = useRowDrag({
    scroller,
    count: list.entries.length,
    rowPx: heightPx,
    headPx: heightPx,
    onMove: onMoveTo,
  });

  const choose = (row: KeyedEntry | undefined) => {
    if (!row) return;
    onActive(row.key);
    if (row.entry.kind === 'symbol') setSymbol(row.entry.symbol);
  };
  const step = (by: number) => {
    const at = keyed.findIndex(({ key }) => key === active);
    const next = Math.min(Math.max(at + by, 0), keyed.length - 1);
    choose(keyed[next]);
    virtual.scrollToIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 }[event.key];
    if (event.altKey && (by === 1 || by === -1)) {
      if (isMovable) onMove(by);
    } else if (by !== undefined && !event.altKey) step(by);
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
  // Rows out of view are not in the document.
  const activeItem = items.find(({ index }) => keyed[index]?.key === active);
  const above = items[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const placeOf = ({ target }: { target: EventTarget }) => {
    const key = target instanceof Element ? target.closest('tr')?.dataset.key : undefined;
    return keyed.findIndex((row) => row.key === key);
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = placeOf(event);
    if (isMovable && place !== -1) press(place, event);
  };
  const onClick = (event: MouseEvent) => {
    if (takeDrag()) return;
    const pressed = keyed[placeOf(event)];
    choose(pressed);
    if (pressed?.entry.kind === 'symbol') onPressed?.();
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
        aria-keyshortcuts="ArrowUp ArrowDown Alt+ArrowUp Alt+ArrowDown Space Delete"
        aria-rowcount={keyed.length + 1}
        aria-activedescendant={activeItem && `${id}-${activeItem.index}`}
        onPointerDown={onPointerDown}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr aria-rowindex={1}>
            {[{ id: 'symbol', name: 'Symbol' } as const, ...shown].map((column) => (
              <th key={column.id} scope="col" aria-sort={ariaSort(sort, column.id)}>
                <button type="button" onClick={() => sortBy(column.id)}>
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
            const row = keyed[index];
            if (!row) return null;
            const { key, entry } = row;
            return (
              <tr
                key={key}
                id={`${id}-${index}`}
                data-key={key}
                aria-rowindex={index + 2}
                aria-selected={key === active}
                aria-current={
                  (entry.kind === 'symbol' && isSameTicker(entry.symbol, info.ticker)) || undefined
                }
                data-dragged={drag?.from === index || undefined}
                data-drop={dropEdge(drag, index)}
              >
                {entry.kind === 'section' ? (
                  <td className={classes.section} colSpan={shown.length + 1}>
                    <span className={classes.name}>
                      {isMovable && <Handle />}
                      {entry.name}
                    </span>
                  </td>
                ) : (
                  <Cells
                    entry={entry}
                    row={rows.get(entry.symbol)}
                    columns={shown}
                    isAmbiguous={ambiguous.has(shownCode(entry.symbol))}
                    isMovable={isMovable}
                    alertCount={alertCount(entry.symbol)}
                    onAlert={() => {
                      const row = rows.get(entry.symbol);
                      if (row) onAlert(row);
                    }}
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

/** Counts the active alerts on a symbol. */
function useAlertCount(listId: number): (symbol: string) => number {
  const { data } = useQuery(alertsQuery);
  const active = data?.alerts.filter(({ state, screen }) => state === 'active' && !screen) ?? [];
  return (symbol) => {
    const isIt = (other: string) => isSameTicker(other, symbol);
    return active.filter((alert) =>
      alert.watchlist === undefined
        ? isIt(alert.symbol)
        : alert.watchlist === listId && !alert.instruments?.idle.some(isIt),
    ).length;
  };
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

type KeyedEntry = { key: string; entry: WatchlistEntry };

/** The entries as they are shown. Sorted rows keep their places while the pointer is over them. */
function useOrder(
  entries: readonly WatchlistEntry[],
  rows: ReadonlyMap<string, WatchRow>,
  sort: WatchSort | null,
) {
  const [frozen, setFrozen] = useState<{ sort: WatchSort | null; keys: readonly string[] } | null>(
    null,
  );
  const keys = keysOf(entries);
  const keyed = entries.map((entry, index) => ({ key: keys[index] ?? '', entry }));
  const sorted = sort ? sortedEntries(keyed, rows, sort) : keyed;
  const isFrozen = sort !== null && frozen?.sort === sort;
  const placeOf = ({ key }: KeyedEntry) => {
    const place = frozen?.keys.indexOf(key) ?? -1;
    return place === -1 ? Number.MAX_SAFE_INTEGER : place;
  };
  return {
    shown: isFrozen ? sorted.toSorted((a, b) => placeOf(a) - placeOf(b)) : sorted,
    freeze: () => setFrozen({ sort, keys: sorted.map(({ key }) => key) }),
    release: () => setFrozen(null),
  };
}

/** Sections belong to the list's own order, and are left out of another one. */
function sortedEntries(
  keyed: readonly KeyedEntry[],
  rows: ReadonlyMap<string, WatchRow>,
  sort: WatchSort,
): KeyedEntry[] {
  const symbols = keyed.flatMap((each) =>
    each.entry.kind === 'symbol'
      ? [{ symbol: each.entry.symbol, each, row: rows.get(each.entry.symbol) }]
      : [],
  );
  return sortRows(symbols, sort).map(({ each }) => each);
}
