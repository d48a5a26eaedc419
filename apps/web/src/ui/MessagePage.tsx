import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Logo } from './Logo.tsx';
import classes from './MessagePage.module.css';

type Props = {
  /** Above the title, in a circle. */
  icon?: ReactNode;
  title: string;
  /** What still works, and what to do. */
  text?: string;
  /** What else can be done; the first is what helps most. */
  children?: ReactNode;
  homeHref: string;
  /** Names the failed request to who looks into it. */
  requestId?: string | null;
  /** Stands within a page, in the place of its content. */
  isPart?: boolean;
  /** Where a link of the page around it leads. */
  id?: string | undefined;
};

/** A page that has one thing to say and leads back. */
export function MessagePage({ icon, title, text, children, homeHref, ...rest }: Props) {
  const { requestId, isPart = false, id } = rest;
  const Page = isPart ? 'div' : 'main';
  // The frame of a page has a title of its own.
  const Heading = isPart ? 'h2' : 'h1';
  return (
    <Page className={classes.page} data-part={isPart || undefined} id={id} tabIndex={-1}>
      {!isPart && <Logo variant="dark" />}
      {icon !== undefined && <span className={classes.icon}>{icon}</span>}
      <Heading className={classes.title}>{title}</Heading>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {requestId && (
        <p className={classes.request}>
          If you tell us of it, name request <code>{requestId}</code>
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
