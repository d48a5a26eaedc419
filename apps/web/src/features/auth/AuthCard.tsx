import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { brandedTitle } from '../../lib/brand.ts';
import classes from './AuthCard.module.css';

type Props = {
  title: string;
  pageTitle: string;
  /** One column, or two. */
  size: 'narrow' | 'wide';
  children: ReactNode;
  /** Link to the other screen, under the card. */
  below?: ReactNode;
};

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
