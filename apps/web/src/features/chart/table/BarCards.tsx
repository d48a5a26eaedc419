import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import classes from './BarCards.module.css';
import { CellText } from './CellText.tsx';
import { type TableColumn, TIME_COLUMN } from './table-columns.ts';

type Props = {
  columns: readonly TableColumn[];
  /** The rows in their order. */
  rows: readonly number[];
};

const EDGES_PX = 54;
const FIELD_PX = 20;

/** The rows of the table as cards, where a screen is too narrow for columns; the fields keep their order. */
export function BarCards({ columns, rows }: Props) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const time = columns.find(({ key }) => key === TIME_COLUMN);
  const fields = columns.filter(({ key }) => key !== TIME_COLUMN);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => EDGES_PX + fields.length * FIELD_PX,
    overscan: 3,
  });
  return (
    <ScrollRegion ref={setScroller} className={classes.scroller} label="Bars">
      <ul className={classes.list} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index] ?? 0;
          return (
            <li key={index} className={classes.card} style={{ top: start }}>
              <h3 className={classes.time}>{time?.text(row)}</h3>
              <dl className={classes.fields}>
                {fields.map((column) => (
                  <div key={column.key} className={classes.field}>
                    <dt>{column.head}</dt>
                    <dd>
                      <CellText column={column} row={row} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          );
        })}
      </ul>
    </ScrollRegion>
  );
}
