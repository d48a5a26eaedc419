import type { ReactNode } from 'react';
import classes from './Section.module.css';

type Props = {
  title: string;
  /** Why nothing can be changed here, or what to know before it is. */
  note?: string | null;
  children: ReactNode;
};

/** One part of the dialog about a user. */
export function Section({ title, note, children }: Props) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.title}>{title}</legend>
      {note && <p className={classes.note}>{note}</p>}
      {children}
    </fieldset>
  );
}
