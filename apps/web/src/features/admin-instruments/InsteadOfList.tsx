import { Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './Rows.module.css';
import { INSTRUMENT_TEXTS } from './texts.ts';

const PLACEHOLDERS = ['1', '2', '3', '4', '5'];

/** Stands for the list of an exchange that is offline. */
export function Unavailable() {
  return (
    <p>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
      {INSTRUMENT_TEXTS.unavailable}
    </p>
  );
}

/** Stands for rows that are being read. */
export function RowsPending() {
  return (
    <div aria-busy="true" className={classes.pending}>
      {PLACEHOLDERS.map((row) => (
        <Skeleton key={row} height={18} />
      ))}
    </div>
  );
}
