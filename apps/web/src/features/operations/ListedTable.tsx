import type { ReactNode } from 'react';
import { FAILURE_TEXTS } from '../../api/failure-text.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { TableColumn } from '../../ui/data-table/use-data-table.ts';
import type { Listed } from './use-listed.ts';

type Props<Row extends object> = {
  listed: Listed<Row>;
  columns: readonly TableColumn<Row>[];
  rowId: (row: Row) => string;
  texts: { title: string; none: string; failed: string };
  /** Shown when there are no rows. */
  emptyAction?: ReactNode;
  onOpen: (row: Row) => void;
};

/** A list the server sorts, loading more rows on scroll. */
export function ListedTable<Row extends object>(props: Props<Row>) {
  const { listed, columns, rowId, texts, emptyAction, onOpen } = props;
  return (
    <DataTable
      label={texts.title}
      columns={columns}
      rows={listed.rows}
      rowId={rowId}
      sort={null}
      onSort={() => {}}
      state={listed.state}
      isBusy={listed.isBusy}
      failure={{
        text: `${texts.failed} ${listed.error?.message || FAILURE_TEXTS.unexpected}`,
        onRetry: listed.retry,
      }}
      empty={{ text: texts.none, action: emptyAction }}
      onOpen={onOpen}
      onNearEnd={listed.readMore}
    />
  );
}
