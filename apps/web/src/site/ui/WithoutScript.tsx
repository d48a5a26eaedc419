import type { ReactNode } from 'react';
import classes from './WithoutScript.module.css';

/** Shown until the first script in the head marks the page as scripted. */
export function WithoutScript({ children }: { children: ReactNode }) {
  return <div className={classes.text}>{children}</div>;
}
