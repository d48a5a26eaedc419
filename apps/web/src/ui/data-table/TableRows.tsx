import { useMediaQuery, useMergedRef, useResizeObserver } from '@mantine/hooks';
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
import { useTextScale } from '../hooks/use-text-scale.ts';
import { columnWidths } from './column-widths.ts';
import classes from './DataTable.module.css';
import type { DataTableModel, TableColumn } from './use-data-table.ts';

type Props<Row extends object> = {
  label: string;
  table: DataTableModel<Row>;
  columns: readonly TableColumn<Row>[];
  /** Null while unknown. */
  total: number | null;
  onOpen?: ((row: Row) => void) | undefined;
  /** Called when a row gets the focus. */
  onReach?: ((row: Row) => void) | undefined;
  /** Called when the end of the list comes near. */
  onNearEnd?: (() => void) | undefined;
  /** Replaces the rows while loading, when empty or after a failure. */
  instead: ReactNode;
};

/** At the usual text size. */
const ROW_PX = 32;
const LEAST_COARSE_ROW_PX = 44;
/** Longer tables render only the rows in view. */
const VIRTUAL_FROM = 100;
/** Rows left below the viewport when more are requested. */
const NEAR_END = 60;

/** A table with a sticky head. */
export function TableRows<Row extends object>(props: Props<Row>) {
  const { label, table, columns, total, onOpen, onReach, onNearEnd, instead } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const textScale = useTextScale();
  const rowPx = Math.max(ROW_PX * textScale, useIsCoarse() ? LEAST_COARSE_ROW_PX : 0);
  // Without a scroll bar's width, which the element's own would include.
  const [sized, { left, right }] = useResizeObserver<HTMLElement>();
  const ref = useMergedRef(setScroller, sized);
  const { rows } = table.getRowModel();
  const isVirtual = rows.length >= VIRTUAL_FROM;
  const list = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    // The sticky head covers the top of the viewport.
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
    onReach: onReach && ((index) => rows[index] && onReach(rows[index].original)),
  });
  const items = list.getVirtualItems();
  const shown = isVirtual ? items.map(({ index }) => index) : [...rows.keys()];
  const before = isVirtual ? (items[0]?.start ?? 0) : 0;
  const after = isVirtual ? list.getTotalSize() - (items.at(-1)?.end ?? 0) : 0;
  const [group] = table.getHeaderGroups();
  // Rows compare their props by identity.
  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const visible = table.getVisibleLeafColumns();
  const shownColumns = visible.map(({ id }) => id).join(' ');
  const widths = columnWidths(
    visible.flatMap(({ id }) => byId.get(id) ?? []),
    { roomPx: (right - left) / textScale, isEnlarged: textScale > 1 },
  );
  const allPx = [...widths.values()].reduce((sum, px) => sum + px, 0);
  return (
    <section
      ref={ref}
      className={classes.scroller}
      aria-label={label}
      // Rows take the focus; without rows the table itself must, so that the keyboard can scroll it sideways.
      {...(rows.length === 0 ? { tabIndex: 0 } : {})}
    >
      <table
        className={classes.table}
        data-scrolls={allPx * textScale > right - left + 1 || undefined}
        aria-rowcount={(total ?? rows.length) + 1}
      >
        <thead>
          <tr>
            {group?.headers.map((header) => (
              <Head
                key={header.id}
                column={header.column}
                shown={byId.get(header.column.id)}
                widthPx={(widths.get(header.column.id) ?? 0) * textScale}
              />
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
  /** Shown column ids: a change renders the row again. */
  shown: string;
  byId: ReadonlyMap<string, TableColumn<Row>>;
};

/** Scrolling renders only rows that come into view. The cast restores the row type that `memo` loses. */
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
  widthPx: number;
};

function Head<Row extends object>({ column, shown, widthPx }: HeadProps<Row>) {
  const { head, title, isNumber, role, isNamed } = shown ?? {};
  const isHeadHidden = role === 'select' || (role === 'action' && !isNamed);
  const sorted = column.getIsSorted();
  const isDescending = sorted === 'desc';
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  const direction = isDescending ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      style={{ width: widthPx }}
      title={title}
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
        <span className={isHeadHidden ? 'visually-hidden' : undefined}>{head}</span>
      )}
    </th>
  );
}

/** Rows a Page key moves by. */
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
  /** Contains the rows; each has its index in `data-index`. */
  body: HTMLElement | null;
  /** Scrolls to a row that may not be rendered yet. */
  reveal: (index: number) => void;
  /** On Enter or double click. */
  onOpen?: ((index: number) => void) | undefined;
  /** On focus. */
  onReach?: ((index: number) => void) | undefined;
};

/** The index of an event's row; null outside rows or, unless `isWithin`, on elements inside a row. */
function rowOf({ target }: { target: EventTarget }, isWithin = false): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return row && (isWithin || row === target) ? Number(row.dataset.index) : null;
}

/** Roving focus: arrows, Page Up, Page Down, Home and End move it, Enter opens the row. */
function useRowKeys({ count, body, reveal, onOpen, onReach }: Options) {
  const [active, setActive] = useState(0);
  const awaited = useRef<number | null>(null);
  // A distant row is rendered a few frames later.
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
    // On the whole body, so that unchanged rows do not render again.
    handlers: {
      onFocus: (event: FocusEvent) => {
        const index = rowOf(event, true);
        if (index === null) return;
        setActive(index);
        onReach?.(index);
      },
      onDoubleClick: (event: MouseEvent) => {
        const index = rowOf(event, true);
        const isControl =
          event.target instanceof Element && event.target.closest('button, label, input');
        if (index !== null && !isControl) onOpen?.(index);
      },
      onKeyDown: (event: KeyboardEvent) => {
        // Keys pressed on elements inside a row belong to them.
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

/** Touch input: targets are larger. */
function useIsCoarse(): boolean {
  return useMediaQuery('(pointer: coarse)', undefined, { getInitialValueInEffect: false });
}
