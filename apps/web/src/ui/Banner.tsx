import type { ReactNode } from 'react';
import classes from './Banner.module.css';

type Props = {
  kind: 'warning' | 'error' | 'info';
  icon: ReactNode;
  children: ReactNode;
  /** Number of hidden conditions, none of them graver. */
  moreCount?: number;
};

/** One line that stays as long as its condition. */
export function Banner({ kind, icon, children, moreCount = 0 }: Props) {
  return (
    <div className={classes.banner} data-kind={kind} role="status">
      <span className={classes.icon}>{icon}</span>
      <span className={classes.text}>{children}</span>
      {moreCount > 0 && <span className={classes.more}>+{moreCount} more</span>}
    </div>
  );
}
