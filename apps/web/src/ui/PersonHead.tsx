import type { ReactNode } from 'react';
import classes from './PersonHead.module.css';

type Props = {
  name: string;
  initials: string;
  username: string;
  /** What kind of account it is. */
  kind: string;
  /** Chips beside the name. */
  children: ReactNode;
};

/** Whom a dialog is about. */
export function PersonHead({ name, initials, username, kind, children }: Props) {
  return (
    <div className={classes.head}>
      <span className={classes.avatar} aria-hidden="true">
        {initials}
      </span>
      <div className={classes.who}>
        <h3 className={classes.name}>
          {name}
          {children}
        </h3>
        <span className={classes.dim}>{username}</span>
        <span>{kind}</span>
      </div>
    </div>
  );
}
