import type { ReactNode } from 'react';
import classes from './BySession.module.css';

type Props = { signedOut: ReactNode; signedIn: ReactNode };

/**
 * One of two contents, depending on the session. A script in the head knows before the first paint and the style sheet
 * chooses, so that nothing shifts on hydration.
 */
export function BySession({ signedOut, signedIn }: Props) {
  return (
    <>
      <span className={classes.signedOut}>{signedOut}</span>
      <span className={classes.signedIn}>{signedIn}</span>
    </>
  );
}
