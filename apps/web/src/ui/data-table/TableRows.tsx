import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { FlexRender } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useIsCoarse } from '../hooks/use-is-coarse.ts';
import classes from './DataTable.module.css';
import type { DataTableModel, TableColumn } from './use-data-table.ts';

type Props<Row extends object> = {
  label: string;
  table: DataTableModel<Row>;
  columns: readonly TableColumn<Row>[];
  /** How many rows there are in all, as far as it is known. */
  total: number | null;
  onOpen?: ((row: Row) => void) | undefined;
  /** Called when the last rows come near: there are more to be read. */
  onNearEnd?: (() => void) | undefined;
  /** Stands in the place of rows: while they are read, where there are none, or could not be read. */
  instead: ReactNode;
};

const ROW_PX = 32;
const COARSE_ROW_PX = 44;
/** From so many rows on only those in sight are on the page. */
const VIRTUAL_FROM = 100;
/** More rows are read while so many are still below the last one in sight. */
const NEAR_END = 60;

/** A table with a head that stays; of a long one only the rows in sight are on the page. */
export function TableRows<Row extends object>(props: Props<Row>) {
  const { label, table, columns, total, onOpen, onNearEnd, instead } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const rowPx = useIsCoarse() ? COARSE_ROW_PX : ROW_PX;
  const { rows } = table.getRowModel();
  const isVirtual = rows.length >= VIRTUAL_FROM;
  const list = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    // The head covers as much of what is scrolled to.
    scrollPaddingStart: rowPx,
    overscan: 12,
    onChange: ({ range }) => {
      if (range && range.endIndex >= rows.length - NEAR_END) onNearEnd?.();
    },
  });
  const keys = useRowKeys({
    count: rows.length,
    body: scroller,
    reveal: (index) => isVirtual && list.scrollToIndex(index),
    onOpen: onOpen && ((index) => rows[index] && onOpen(rows[index].original)),
  });
  const items = list.getVirtualItems();
  const shown = isVirtual ? items.map(({ index }) => index) : [...rows.keys()];
  const before = isVirtual ? (items[0]?.start ?? 0) : 0;
  const after = isVirtual ? list.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const [group] = table.getHeaderGroups();
  // Rows compare what they are given.
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const shownColumns = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join(' ');
  return (
    <section
      ref={setScroller}
      className={classes.scroller}
      aria-label={label}
      // Rows take the focus; without any the keyboard scrolls what is wider than the window by this.
      {...(rows.length === 0 ? { tabIndex: 0 } : {})}
    >
      <table className={classes.table} aria-rowcount={(total ?? rows.length) + 1}>
        <thead>
          <tr>
            {group?.headers.map((header) => (
              <Head key={header.id} column={header.column} shown={byId.get(header.column.id)} />
            ))}
          </tr>
        </thead>
        <tbody {...keys.handlers}>
          {before > 0 && <tr style={{ height: before }} />}
          {shown.map((index) => {
            const row = rows[index];
            return (
              row && (
                <BodyRow
                  key={row.id}
                  row={row}
                  index={index}
                  isActive={index === keys.active}
                  shown={shownColumns}
                  byId={byId}
                />
              )
            );
          })}
          {after > 0 && <tr style={{ height: after }} />}
        </tbody>
      </table>
      {instead}
    </section>
  );
}

type RowProps<Row extends object> = {
  row: ReturnType<DataTableModel<Row>['getRowModel']>['rows'][number];
  index: number;
  isActive: boolean;
  /** Ids of the columns that are shown: where they change, the row is drawn again. */
  shown: string;
  byId: ReadonlyMap<string, TableColumn<Row>>;
};

/** Scrolling draws the rows that come into sight, and leaves those that stay. `memo` alone forgets the kind of row. */
const BodyRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row extends object>({ row, index, isActive, byId }: RowProps<Row>) {
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-even={index % 2 === 1 || undefined}
      aria-rowindex={index + 2}
      tabIndex={isActive ? 0 : -1}
    >
      {row.getVisibleCells().map((cell) => {
        const { isNumber, role } = byId.get(cell.column.id) ?? {};
        return (
          <td key={cell.id} data-number={isNumber} data-role={role}>
            <FlexRender cell={cell} />
          </td>
        );
      })}
    </tr>
  );
}

type HeadProps<Row extends object> = {
  column: ReturnType<DataTableModel<Row>['getVisibleLeafColumns']>[number];
  shown: TableColumn<Row> | undefined;
};

function Head<Row extends object>({ column, shown }: HeadProps<Row>) {
  const { head, widthPx = 0, isNumber, role, isNamed } = shown ?? {};
  const sorted = column.getIsSorted();
  const isDescending = sorted === 'desc';
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      style={{ width: widthPx }}
      data-number={isNumber}
      data-role={role}
      aria-sort={sorted === false ? undefined : direction}
    >
      {column.getCanSort() ? (
        <button type="button" className={classes.sort} onClick={column.getToggleSortingHandler()}>
          {head}
          {sorted !== false && <Arrow size={14} stroke={1.75} aria-hidden="true" />}
        </button>
      ) : (
        <span className={role === 'action' && !isNamed ? 'visually-hidden' : undefined}>
          {head}
        </span>
      )}
    </th>
  );
}

/** Rows that Page Up and Page Down pass. */
const PAGE = 10;

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at) => at + PAGE,
  PageUp: (at) => at - PAGE,
  Home: () => 0,
  End: (_at, last) => last,
};

type Options = {
  count: number;
  /** What the rows stand in; each has its place in `data-index`. */
  body: HTMLElement | null;
  /** Brings a row onto the page, where it may not be yet. */
  reveal: (index: number) => void;
  /** What Enter, or a double click, does with a row. */
  onOpen?: ((index: number) => void) | undefined;
};

/** The place of the row that an event came from; null for what stands beside or within a row. */
function rowOf({ target }: { target: EventTarget }, isWithin = false): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return row && (isWithin || row === target) ? Number(row.dataset.index) : null;
}

/** One row of a table takes the focus; arrows, Page Up, Page Down, Home and End move it, Enter opens the row. */
function useRowKeys({ count, body, reveal, onOpen }: Options) {
  const [active, setActive] = useState(0);
  const awaited = useRef<number | null>(null);
  // A row that is far away is on the page some renderings later.
  useEffect(() => {
    if (awaited.current === null) return;
    const row = body?.querySelector<HTMLElement>(`tr[data-index="${awaited.current}"]`);
    if (!row) return;
    awaited.current = null;
    row.focus({ preventScroll: true });
  });
  const move = (index: number) => {
    const to = Math.max(0, Math.min(count - 1, index));
    awaited.current = to;
    setActive(to);
    reveal(to);
  };
  return {
    active: Math.min(active, count - 1),
    // For the whole body: rows that nothing changed are not drawn again.
    handlers: {
      onFocus: (event: FocusEvent) => {
        const index = rowOf(event, true);
        if (index !== null) setActive(index);
      },
      onDoubleClick: (event: MouseEvent) => {
        const index = rowOf(event, true);
        const isControl = event.target instanceof Element && event.target.closest('button');
        if (index !== null && !isControl) onOpen?.(index);
      },
      onKeyDown: (event: KeyboardEvent) => {
        // Keys for what stands in the row are its own.
        const index = rowOf(event);
        if (index === null) return;
        const step = STEPS[event.key];
        if (step) move(step(index, count - 1));
        else if (event.key === 'Enter' && onOpen) onOpen(index);
        else return;
        event.preventDefault();
      },
    },
  };
}
