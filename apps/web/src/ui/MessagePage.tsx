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
  /** Stands within a page, in the place of its content. */
  isPart?: boolean;
};

/** A page that has one thing to say and leads back. */
export function MessagePage({ title, children, homeHref, requestId, isPart = false }: Props) {
  const Page = isPart ? 'div' : 'main';
  return (
    <Page className={classes.page} data-part={isPart || undefined}>
      {!isPart && <Logo variant="dark" />}
      <h1 className={classes.title}>{title}</h1>
      {requestId && <p className={classes.request}>Request {requestId}</p>}
      <div className={classes.actions}>
        {children}
        <Button component="a" href={homeHref} color="navy">
          Home
        </Button>
      </div>
    </Page>
  );
}
