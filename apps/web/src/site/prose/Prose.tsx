import type { ReactNode } from 'react';
import classes from './Prose.module.css';

type Props = { children: ReactNode };

export function Prose({ children }: Props) {
  return <div className={classes.prose}>{children}</div>;
}

/** A formula on its own line. */
export function Formula({ children }: Props) {
  return <p className={classes.formula}>{children}</p>;
}

type NoteProps = { title: string; children: ReactNode };

/** An important note. */
export function Note({ title, children }: NoteProps) {
  return (
    <aside className={classes.note}>
      <p className={classes.title}>{title}</p>
      {children}
    </aside>
  );
}
