import type { ReactNode } from 'react';
import classes from './Prose.module.css';

type Props = { children: ReactNode };

/** Text to be read, in the steps of public pages. */
export function Prose({ children }: Props) {
  return <div className={classes.prose}>{children}</div>;
}
