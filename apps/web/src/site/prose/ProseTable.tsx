import type { ReactNode } from 'react';
import classes from './ProseTable.module.css';

/** Numbers are right-aligned. */
export type ProseColumn = { label: string; isNumber?: boolean };

/** The first cell is the row's heading. */
export type ProseRow = { key: string; cells: readonly ReactNode[]; isMarked?: boolean };

type Props = {
  /** Shown above the table. */
  caption: string;
  columns: readonly ProseColumn[];
  rows: readonly ProseRow[];
  /** Rows become cards on a phone; tables of short numbers need not. */
  isStacked?: boolean;
  /** Full width instead of text width. */
  isWide?: boolean;
};

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
