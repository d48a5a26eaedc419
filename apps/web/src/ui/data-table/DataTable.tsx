import { Button, Skeleton } from '@mantine/core';
import { IconTableOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FormAlert } from '../form/FormAlert.tsx';
import { useIsPhone } from '../hooks/use-is-phone.ts';
import classes from './DataTable.module.css';
import { TableCards } from './TableCards.tsx';
import { TableRows } from './TableRows.tsx';
import { type TableData, useDataTable } from './use-data-table.ts';

type Props<Row extends object> = TableData<Row> & {
  /** What the table is called. */
  label: string;
  /** How many rows there are in all, where more than these are. */
  total?: number | null;
  state: 'loading' | 'failed' | 'ready';
  /** Rows of another question are still shown, or more of them are read. */
  isBusy?: boolean;
  failure: { text: ReactNode; onRetry: () => void };
  /** One sentence where there are no rows, and one way on. */
  empty: { text: string; action?: ReactNode };
  /** What Enter, or a double click, does with a row. */
  onOpen?: (row: Row) => void;
  onNearEnd?: (() => void) | undefined;
};

/** Rows that stand for those being read. */
const PLACES = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];

/**
 * A table that fills the height it is given: sorted by its heads, walked through by arrow keys, of any length; below
 * 48 em its rows are cards.
 */
export function DataTable<Row extends object>(props: Props<Row>) {
  const { label, columns, total = null, isBusy = false, onOpen, onNearEnd } = props;
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
        <TableRows {...shared} total={total} onOpen={onOpen} />
      )}
    </div>
  );
}

function Instead<Row extends object>({ state, rows, failure, empty }: Props<Row>) {
  if (state === 'failed') {
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
        {PLACES.map((place) => (
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
