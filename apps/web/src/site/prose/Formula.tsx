import type { ReactNode } from 'react';
import classes from './Formula.module.css';

type Props = { children: ReactNode };

/** A formula on a line of its own. */
export function Formula({ children }: Props) {
  return <p className={classes.formula}>{children}</p>;
}
