import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useState } from 'react';
import { useTextScale } from './hooks/use-text-scale.ts';
import { ScrollRegion } from './ScrollRegion.tsx';
import classes from './VirtualList.module.css';

type Props<Row> = {
  rows: readonly Row[];
  /** The accessible name. */
  label: string;
  /** Must be stable when the list is read again. */
  keyOf: (row: Row) => string;
  /** At the usual text size. */
  rowPx: number;
  /** Taller lists scroll. */
  maxHeightPx: number;
  children: (row: Row) => ReactNode;
};

/** Renders only the rows in view; those whose texts need more room are higher. */
export function VirtualList<Row>({ rows, label, keyOf, rowPx, maxHeightPx, children }: Props<Row>) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const heightPx = rowPx * useTextScale();
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => heightPx,
    getItemKey: (index) => {
      const row = rows[index];
      return row === undefined ? index : keyOf(row);
    },
    overscan: 8,
  });
  const height = { maxHeight: maxHeightPx, '--row-height': `${heightPx}px` } as CSSProperties;
  return (
    <ScrollRegion ref={setScroller} className={classes.list} style={height} label={label}>
      <ul style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <li
                key={key}
                ref={list.measureElement}
                data-index={index}
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
