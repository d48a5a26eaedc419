import type { ReactNode } from 'react';
import classes from './Section.module.css';

type Props = {
  title: string;
  /** The reason nothing can be changed here, or a hint. */
  note?: string | null;
  children: ReactNode;
};

export function Section({ title, note, children }: Props) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.title}>{title}</legend>
      {note && <p className={classes.note}>{note}</p>}
      {children}
    </fieldset>
  );
}
