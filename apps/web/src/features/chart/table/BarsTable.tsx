import { useVirtualizer } from '@tanstack/react-virtual';
import { useState } from 'react';
import classes from './TableDialog.module.css';
import type { TableColumn } from './table-columns.ts';

type Props = { columns: readonly TableColumn[]; rowCount: number };

const ROW_PX = 32;

/** A table of any length: only the rows in sight are on the page. The last row stands first. */
export function BarsTable({ columns, rowCount }: Props) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const list = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const rows = list.getVirtualItems();
  const before = rows[0]?.start ?? 0;
  const after = list.getTotalSize() - (rows.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section ref={setScroller} className={classes.scroller} tabIndex={0} aria-label="Bars">
      <table className={classes.table} aria-rowcount={rowCount + 1}>
        <thead>
          <tr>
            {columns.map(({ key, head }) => (
              <th key={key} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap heightPx={before} />}
          {rows.map(({ index }) => (
            <tr key={index} aria-rowindex={index + 2} data-even={index % 2 === 1 || undefined}>
              {columns.map(({ key, text }) => (
                <td key={key}>{text(rowCount - 1 - index)}</td>
              ))}
            </tr>
          ))}
          {after > 0 && <Gap heightPx={after} />}
        </tbody>
      </table>
    </section>
  );
}

/** The place of rows that are not on the page. */
function Gap({ heightPx }: { heightPx: number }) {
  return <tr style={{ height: heightPx }} />;
}
