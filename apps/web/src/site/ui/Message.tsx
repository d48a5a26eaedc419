import type { ReactNode } from 'react';
import classes from './Message.module.css';

type Props = { title: string; text: string; children: ReactNode };

/** A page with a single message and a way on. */
export function Message({ title, text, children }: Props) {
  return (
    <div className={classes.message}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.text}>{text}</p>
      <div className={classes.actions}>{children}</div>
    </div>
  );
}
