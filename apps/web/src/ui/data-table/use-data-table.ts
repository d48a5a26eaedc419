import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo } from 'react';

/** A column of a table: its head, and what a row says in it. */
export type TableColumn<Row> = {
  id: string;
  head: string;
  /** In words: what is exported, and shown where there is no `cell`. */
  text: (row: Row) => string;
  cell?: (row: Row) => ReactNode;
  /** The least width; what is left of the table's is shared by these. */
  widthPx: number;
  isSortable?: boolean;
  /** Numbers stand at the right. */
  isNumber?: boolean;
  /** `title` names the row and is always shown; `action` is what can be done with it, without a head and never exported. */
  role?: 'title' | 'action';
  /** Whether the head of an `action` is shown. */
  isNamed?: boolean;
};

/** By which column a table is sorted, and which way. */
export type TableSort = { id: string; isDescending: boolean };

const FEATURES = tableFeatures({ columnVisibilityFeature, rowSortingFeature });

/** What a table is made of; its rows come sorted. */
export type TableData<Row extends object> = {
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  sort: TableSort | null;
  /** Null: by no column, as the rows came first. */
  onSort: (sort: TableSort | null) => void;
  /** Ids of columns that are not shown. */
  hidden: readonly string[];
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

/** The model of a table whose rows somebody else sorts and pages. */
export function useDataTable<Row extends object>(data: TableData<Row>) {
  const { columns, rows, rowId, sort, onSort, hidden } = data;
  // Both are compared by identity: anew with each render, every cell of a long table would be made again.
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

/** What draws a table reads it from. */
export type DataTableModel<Row extends object> = ReturnType<typeof useDataTable<Row>>;
