import type { ReactNode } from 'react';
import type { TermId } from '../../../lib/terms.ts';
import classes from './TermName.module.css';

type Props = { term: TermId; children: ReactNode };

/** A word that explains itself: on hover, and on a press for fingers and keys. */
export function TermName({ term, children }: Props) {
  return (
    <button type="button" className={classes.name} data-term={term} aria-haspopup="dialog">
      {children}
    </button>
  );
}
