import { type ReactNode, useId } from 'react';
import classes from './SettingsSheet.module.css';

type Props = { title: string; children: ReactNode };

/** Settings of one kind, under their heading. */
export function SettingsGroup({ title, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.group}>
      <h3 id={id} className={classes.heading}>
        {title}
      </h3>
      {children}
    </section>
  );
}
