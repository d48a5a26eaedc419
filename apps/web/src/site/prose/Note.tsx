import type { ReactNode } from 'react';
import classes from './Note.module.css';

type Props = { title: string; children: ReactNode };

/** What must not be missed. */
export function Note({ title, children }: Props) {
  return (
    <aside className={classes.note}>
      <p className={classes.title}>{title}</p>
      {children}
    </aside>
  );
}
