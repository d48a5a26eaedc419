import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo } from 'react';
import type { TableColumn, TableSort } from './table-column.ts';

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
