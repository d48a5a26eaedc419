import type { ReactNode } from 'react';
import classes from './WithoutScript.module.css';

/** Shown where no script runs: the first one in the head of the page says that one does. */
export function WithoutScript({ children }: { children: ReactNode }) {
  return <div className={classes.text}>{children}</div>;
}
