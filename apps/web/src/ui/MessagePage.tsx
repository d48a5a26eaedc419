import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import classes from './MessagePage.module.css';

type Props = {
  title: string;
  children?: ReactNode;
  homeHref: string;
  /** Names the failed request to who looks into it. */
  requestId?: string | null;
};

/** A page that has one thing to say and leads back. */
export function MessagePage({ title, children, homeHref, requestId }: Props) {
  return (
    <main className={classes.page}>
      <Logo variant="dark" />
      <h1 className={classes.title}>{title}</h1>
      {requestId && <p className={classes.request}>Request {requestId}</p>}
      <div className={classes.actions}>
        {children}
        <Button component="a" href={homeHref} color="navy">
          Home
        </Button>
      </div>
    </main>
  );
}
