import { Button, Skeleton } from '@mantine/core';
import { IconTableOff } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useState } from 'react';
import { FormAlert } from '../form/FormAlert.tsx';
import { useIsPhone } from '../hooks/use-is-phone.ts';
import { ScrollRegion } from '../ScrollRegion.tsx';
import classes from './DataTable.module.css';
import { TableRows } from './TableRows.tsx';
import {
  type DataTableModel,
  type TableColumn,
  type TableData,
  useDataTable,
} from './use-data-table.ts';

type Props<Row extends object> = TableData<Row> & {
  /** The accessible name. */
  label: string;
  /** The number of rows including those not read yet. */
  total?: number | null;
  state: 'loading' | 'failed' | 'ready';
  /** Outdated rows are shown, or more rows are loading. */
  isBusy?: boolean;
  /** For tables that may fail to load. */
  failure?: { text: ReactNode; onRetry: () => void };
  /** One sentence and one way on when there are no rows. */
  empty: { text: string; action?: ReactNode };
  /** On Enter or double click. */
  onOpen?: (row: Row) => void;
  /** A row was reached by the keyboard or pressed. */
  onReach?: (row: Row) => void;
  onNearEnd?: (() => void) | undefined;
};

/** Placeholder rows while loading. */
const PLACEHOLDER_IDS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/** A table that fills its height: sortable, navigable by arrow keys, virtualised; below 48 em its rows are cards. */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, total = null, isBusy = false, onOpen, onReach, onNearEnd } = props;
  const table = useDataTable(props);
  const isPhone = useIsPhone();
  const instead = <Instead {...props} />;
  const shared = { label, table, columns, onNearEnd, instead };
  return (
    <div className={classes.frame} aria-busy={isBusy}>
      {isBusy && <div className={classes.progress} />}
      {isPhone ? (
        <TableCards {...shared} />
      ) : (
        <TableRows {...shared} total={total} onOpen={onOpen} onReach={onReach} />
      )}
    </div>
  );
}

function Instead<Row extends object>({ state, rows, failure, empty }: Props<Row>) {
  if (state === 'failed' && failure) {
    return (
      <div className={classes.instead}>
        <FormAlert>{failure.text}</FormAlert>
        <Button variant="default" onClick={failure.onRetry}>
          Retry
        </Button>
      </div>
    );
  }
  if (state === 'loading') {
    return (
      <div className={classes.places} role="status" aria-label="Loading">
        {PLACEHOLDER_IDS.map((place) => (
          <Skeleton key={place} height={16} />
        ))}
      </div>
    );
  }
  if (rows.length > 0) return null;
  return (
    <div className={classes.instead} role="status">
      <IconTableOff size={40} stroke={1.25} aria-hidden="true" />
      <p>{empty.text}</p>
      {empty.action}
    </div>
  );
}

type TableCardsProps<Row extends object> = {
  label: string;
  table: DataTableModel<Row>;
  columns: readonly TableColumn<Row>[];
  onNearEnd?: (() => void) | undefined;
  instead: ReactNode;
};

const EDGES_PX = 65;
const FIELD_PX = 24;
const NEAR_END = 20;

/** Rows as cards for screens too narrow for columns; fields keep their order. */
function TableCards<Row extends object>(props: TableCardsProps<Row>) {
  const { label, table, columns, onNearEnd, instead } = props;
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const { rows } = table.getRowModel();
  const visible = new Set(table.getVisibleLeafColumns().map(({ id }) => id));
  const shown = columns.filter(({ id }) => visible.has(id));
  const fields = shown.filter(({ role }) => role === undefined);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => EDGES_PX + fields.length * FIELD_PX,
    overscan: 4,
    onChange: ({ range }) => {
      if (range && range.endIndex >= rows.length - NEAR_END) onNearEnd?.();
    },
  });
  return (
    <ScrollRegion ref={setScroller} className={classes.cardsScroller} label={label}>
      <ul className={classes.list} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]?.original;
          return (
            row && (
              <li
                key={index}
                ref={list.measureElement}
                data-index={index}
                className={classes.card}
                style={{ top: start }}
              >
                <Card row={row} columns={shown} fields={fields} />
              </li>
            )
          );
        })}
      </ul>
      {instead}
    </ScrollRegion>
  );
}

type CardProps<Row> = {
  row: Row;
  columns: readonly TableColumn<Row>[];
  fields: readonly TableColumn<Row>[];
};

function Card<Row>({ row, columns, fields }: CardProps<Row>) {
  const ofRole = (role: 'select' | 'title' | 'action') =>
    columns.find((column) => column.role === role);
  const show = (column: TableColumn<Row> | undefined) =>
    column && (column.cell ?? column.text)(row);
  return (
    <>
      <div className={classes.head}>
        {show(ofRole('select'))}
        <h2 className={classes.title}>{show(ofRole('title'))}</h2>
        {show(ofRole('action'))}
      </div>
      <dl className={classes.fields}>
        {fields.map((column) => (
          <div key={column.id} className={classes.field}>
            <dt>{column.head}</dt>
            <dd>{show(column)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
