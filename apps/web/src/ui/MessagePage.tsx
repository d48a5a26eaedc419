import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import classes from './MessagePage.module.css';

type Props = {
  /** Above the title, in a circle. */
  icon?: ReactNode;
  title: string;
  /** Says what still works, and what to do. */
  text?: string;
  /** Further actions, the most useful first. */
  children?: ReactNode;
  homeHref: string;
  /** The failed request, for support. */
  requestId?: string | null;
  /** Replaces the content of a page. */
  isPart?: boolean;
  /** The target of the surrounding page's skip link. */
  id?: string | undefined;
};

/** A page with a single message and a way back. */
export function MessagePage({ icon, title, text, children, homeHref, ...rest }: Props) {
  const { requestId, isPart = false, id } = rest;
  const Page = isPart ? 'div' : 'main';
  // The page's frame already has an h1.
  const Heading = isPart ? 'h2' : 'h1';
  return (
    <Page className={classes.page} data-part={isPart || undefined} id={id} tabIndex={-1}>
      {!isPart && <Logo variant="dark" />}
      {icon !== undefined && <span className={classes.icon}>{icon}</span>}
      <Heading className={classes.title}>{title}</Heading>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {requestId && (
        <p className={classes.request}>
          If you contact us, mention request <code>{requestId}</code>
        </p>
      )}
      <div className={classes.actions}>
        {children}
        <Button
          component="a"
          href={homeHref}
          {...(children === undefined ? { color: 'navy' } : { variant: 'default' })}
        >
          Home
        </Button>
      </div>
    </Page>
  );
}
