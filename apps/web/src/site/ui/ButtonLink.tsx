import type { ReactNode } from 'react';
import classes from './Button.module.css';

type Props = {
  href: string;
  /** Orange for the main action of a view, navy or outlined for others. */
  kind: 'act' | 'navy' | 'plain';
  isLarge?: boolean;
  children: ReactNode;
};

export function ButtonLink({ href, kind, isLarge, children }: Props) {
  return (
    <a href={href} className={classes.button} data-kind={kind} data-large={isLarge || undefined}>
      {children}
    </a>
  );
}
