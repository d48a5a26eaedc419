import type { ReactNode } from 'react';
import classes from './ProseTable.module.css';

/** A column; numbers stand at the right. */
export type ProseColumn = { label: string; isNumber?: boolean };

/** A row by its first cell, which is its heading. */
export type ProseRow = { key: string; cells: readonly ReactNode[]; isMarked?: boolean };

type Props = {
  /** What the table is about, above it. */
  caption: string;
  columns: readonly ProseColumn[];
  rows: readonly ProseRow[];
  /** Rows become cards on a phone; tables of short numbers stay tables. */
  isStacked?: boolean;
  /** As wide as figures are, not as text is. */
  isWide?: boolean;
};

/** A table within a text. */
export function ProseTable({ caption, columns, rows, isStacked, isWide }: Props) {
  const [heading, ...others] = columns;
  return (
    <div className={classes.frame} data-is-wide={isWide || undefined}>
      <table className={isStacked ? `${classes.table} ${classes.stacked}` : classes.table}>
        <caption className={classes.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" data-is-number={isNumber || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [first, ...cells], isMarked }) => (
            <tr key={key} data-is-marked={isMarked || undefined}>
              <th scope="row" data-is-number={heading?.isNumber || undefined}>
                {first}
              </th>
              {others.map(({ label, isNumber }, index) => (
                <td key={label} data-label={label} data-is-number={isNumber || undefined}>
                  {cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
