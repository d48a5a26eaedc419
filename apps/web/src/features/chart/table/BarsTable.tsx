import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import { useTextScale } from '../../../ui/hooks/use-text-scale.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { ValueOrReason } from '../model/ValueOrReason.tsx';
import classes from './TableDialog.module.css';
import { type TableColumn, type TableSort, TIME_COLUMN } from './table-columns.ts';

type Props = {
  columns: readonly TableColumn[];
  /** Bar indices, sorted. */
  rows: readonly number[];
  sort: TableSort;
  onSort: (key: string) => void;
};

/** At the usual text size. */
const ROW_PX = 32;

/** A table of any length: only visible rows are rendered. */
export function BarsTable({ columns, rows, sort, onSort }: Props) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const rowPx = ROW_PX * useTextScale();
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    overscan: 8,
  });
  const shown = list.getVirtualItems();
  const before = shown[0]?.start ?? 0;
  const after = list.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <ScrollRegion ref={setScroller} className={classes.scroller} label="Bars">
      <table className={classes.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap heightPx={before} />}
          {shown.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2} data-even={index % 2 === 1 || undefined}>
              {columns.map((column) => (
                <td key={column.key}>
                  <CellText column={column} row={rows[index] ?? 0} />
                </td>
              ))}
            </tr>
          ))}
          {after > 0 && <Gap heightPx={after} />}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type HeadProps = Pick<Props, 'sort' | 'onSort'> & { column: TableColumn };

function HeadCell({ column: { key, head }, sort, onSort }: HeadProps) {
  const isSorted = sort.key === key;
  const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp;
  const direction = sort.isDescending ? 'descending' : 'ascending';
  return (
    <th scope="col" aria-sort={isSorted ? direction : undefined}>
      <button type="button" className={classes.sort} onClick={() => onSort(key)}>
        {head}
        {isSorted && <Arrow size={14} stroke={1.75} aria-hidden="true" />}
      </button>
    </th>
  );
}

/** Takes the place of rows that are not rendered. */
function Gap({ heightPx }: { heightPx: number }) {
  return <tr style={{ height: heightPx }} />;
}

type CardsProps = {
  columns: readonly TableColumn[];
  /** Bar indices, sorted. */
  rows: readonly number[];
};

const EDGES_PX = 54;
const FIELD_PX = 20;

/** The rows as cards, for screens too narrow for columns. */
export function BarCards({ columns, rows }: CardsProps) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const time = columns.find(({ key }) => key === TIME_COLUMN);
  const fields = columns.filter(({ key }) => key !== TIME_COLUMN);
  const fieldPx = FIELD_PX * useTextScale();
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => EDGES_PX + fields.length * fieldPx,
    overscan: 3,
  });
  return (
    <ScrollRegion ref={setScroller} className={classes.cards} label="Bars">
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

type CellProps = { column: TableColumn; row: number };

function CellText({ column: { text, value, why }, row }: CellProps) {
  return (
    <ValueOrReason value={value(row)} why={why(row)} reach="tap">
      {text(row)}
    </ValueOrReason>
  );
}
