import type { ReactNode } from 'react';
import classes from './Button.module.css';

type Props = {
  href: string;
  /** Orange for the one main act of a view, navy or outlined for others. */
  kind: 'act' | 'navy' | 'plain';
  isLarge?: boolean;
  children: ReactNode;
};

/** A link that looks like a button, as it leads to the next step. */
export function ButtonLink({ href, kind, isLarge, children }: Props) {
  return (
    <a href={href} className={classes.button} data-kind={kind} data-large={isLarge || undefined}>
      {children}
    </a>
  );
}
