import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useState } from 'react';
import { ScrollRegion } from '../ScrollRegion.tsx';
import classes from './TableCards.module.css';
import type { TableColumn } from './table-column.ts';
import type { DataTableModel } from './use-data-table.ts';

type Props<Row extends object> = {
  label: string;
  table: DataTableModel<Row>;
  columns: readonly TableColumn<Row>[];
  onNearEnd?: (() => void) | undefined;
  instead: ReactNode;
};

const EDGES_PX = 65;
const FIELD_PX = 24;
const NEAR_END = 20;

/** The rows of a table as cards, where a screen is too narrow for columns; the fields keep their order. */
export function TableCards<Row extends object>(props: Props<Row>) {
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
    <ScrollRegion ref={setScroller} className={classes.scroller} label={label}>
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
  const ofRole = (role: 'title' | 'action') => columns.find((column) => column.role === role);
  const show = (column: TableColumn<Row> | undefined) =>
    column && (column.cell ?? column.text)(row);
  return (
    <>
      <div className={classes.head}>
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
