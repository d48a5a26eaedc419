import type { ReactNode } from 'react';
import classes from './Chip.module.css';

type Props = { kind: 'success' | 'warning' | 'error' | 'info' | 'neutral'; children: ReactNode };

export function Chip({ kind, children }: Props) {
  return (
    <span className={classes.chip} data-kind={kind}>
      {children}
    </span>
  );
}
