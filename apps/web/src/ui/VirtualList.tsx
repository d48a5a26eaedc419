import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { ScrollRegion } from './ScrollRegion.tsx';
import classes from './VirtualList.module.css';

type Props<Row> = {
  rows: readonly Row[];
  /** The accessible name. */
  label: string;
  /** Must be stable when the list is read again. */
  keyOf: (row: Row) => string;
  rowPx: number;
  /** Taller lists scroll. */
  maxHeightPx: number;
  children: (row: Row) => ReactNode;
};

/** Renders only the rows in view. */
export function VirtualList<Row>({ rows, label, keyOf, rowPx, maxHeightPx, children }: Props<Row>) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowPx,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    overscan: 8,
  });
  const height = { maxHeight: maxHeightPx, '--row-height': `${rowPx}px` } as CSSProperties;
  return (
    <ScrollRegion ref={setScroller} className={classes.list} style={height} label={label}>
      <ul style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <li
                key={key}
                aria-setsize={rows.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)` }}
              >
                {children(row)}
              </li>
            )
          );
        })}
      </ul>
    </ScrollRegion>
  );
}
