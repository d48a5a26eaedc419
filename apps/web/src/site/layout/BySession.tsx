import classes from './BySession.module.css';

type Props = { signedOut: string; signedIn: string };

/**
 * One of two texts, by whether somebody is signed in. A script in the head of the page knows that before the first paint
 * and the style sheet chooses, so that nothing moves when the page comes alive.
 */
export function BySession({ signedOut, signedIn }: Props) {
  return (
    <>
      <span className={classes.signedOut}>{signedOut}</span>
      <span className={classes.signedIn}>{signedIn}</span>
    </>
  );
}
