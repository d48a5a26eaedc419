import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './FormAlert.module.css';

type Props = { children: ReactNode };

/** The error of a whole form, above its button; renders nothing without one. */
export function FormAlert({ children }: Props) {
  if (!children) return null;
  return (
    <div role="alert" className={classes.alert}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
      <span>{children}</span>
    </div>
  );
}
