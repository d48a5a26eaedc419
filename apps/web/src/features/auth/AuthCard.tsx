import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { brandedTitle } from '../../lib/brand.ts';
import classes from './AuthCard.module.css';

type Props = {
  title: string;
  /** Names the browser's tab. */
  pageTitle: string;
  /** Narrow for one column, wide for two. */
  size: 'narrow' | 'wide';
  children: ReactNode;
  /** Stands under the card: the way to the other screen. */
  below?: ReactNode;
};

/** One screen of the dialog: a centred card with its title. */
export function AuthCard({ title, pageTitle, size, children, below }: Props) {
  useDocumentTitle(brandedTitle(pageTitle));
  return (
    <>
      <main className={classes.card} data-size={size}>
        <h1 className={classes.title}>{title}</h1>
        {children}
      </main>
      {below && <p className={classes.below}>{below}</p>}
    </>
  );
}
