import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';

export type TableColumn<Row> = {
  id: string;
  head: string;
  /** The whole name of a short heading, as its tooltip. */
  title?: string;
  /** For exports, and displayed if there is no `cell`. */
  text: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  /** Columns share the rest in proportion. */
  widthPx: number;
  /** Texts may be cut to this width where another column then fits; `widthPx` by default. */
  leastPx?: number;
  isSortable?: boolean;
  /** Right-aligned. */
  isNumber?: boolean;
  /**
   * `title` names the row and is always shown; `select` selects it; `action` has no visible head. The latter two are never
   * exported. All three stay in view while the others scroll.
   */
  role?: 'select' | 'title' | 'action';
  /** Shows the head of an `action`. */
  isNamed?: boolean;
};

export type TableSort = { id: string; isDescending: boolean };

const FEATURES = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

/** Rows come sorted. */
export type TableData<Row extends object> = {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort: TableSort | null;
  /** Null restores the original order. */
  onSort: (sort: TableSort | null) => void;
  /** Ids of hidden columns; none if left out. */
  hidden?: readonly string[];
};

function definitionOf<Row extends object>(
  column: TableColumn<Row>,
): ColumnDef<typeof FEATURES, Row> {
  const { id, head, text, cell = text, isSortable = false } = column;
  return {
    id,
    accessorFn: text,
    header: head,
    cell: ({ row }) => cell(row.original),
    enableSorting: isSortable,
    enableHiding: column.role === undefined,
    sortDescFirst: false,
  };
}

/** The model of a table that is sorted and paged elsewhere. */
export function useDataTable<Row extends object>(data: TableData<Row>) {
  const { columns, rows, rowId, sort, onSort, hidden = [] } = data;
  // Both are compared by identity; new ones would render every cell again.
  const definitions = useMemo(() => columns.map(definitionOf), [columns]);
  const records = useMemo(() => [...rows], [rows]);
  const sorting: SortingState = sort === null ? [] : [{ id: sort.id, desc: sort.isDescending }];
  return useTable({
    features: FEATURES,
    columns: definitions,
    data: records,
    getRowId: rowId,
    manualSorting: true,
    state: { sorting, columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])) },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(sorting) : update;
      onSort(next ? { id: next.id, isDescending: next.desc } : null);
    },
  });
}

export type DataTableModel<Row extends object> = ReturnType<typeof useDataTable<Row>>;
