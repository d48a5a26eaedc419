import type { ReactNode } from 'react';
import classes from './Banner.module.css';

type Props = {
  kind: 'warning' | 'error' | 'info';
  icon: ReactNode;
  children: ReactNode;
  /** How many graver or equal conditions are not shown. */
  moreCount?: number;
};

/** One line that states a condition and stays until it ends. */
export function Banner({ kind, icon, children, moreCount = 0 }: Props) {
  return (
    <div className={classes.banner} data-kind={kind} role="status">
      <span className={classes.icon}>{icon}</span>
      <span className={classes.text}>{children}</span>
      {moreCount > 0 && <span className={classes.more}>+{moreCount} more</span>}
    </div>
  );
}
