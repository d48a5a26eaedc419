import classes from './Snackbar.module.css';

/** The outcome of a user's action. */
export type Notice = { kind: 'success' | 'error'; text: string };

type Props = { notice: Notice | null };

/** Shows the outcome at the bottom of the screen; its owner removes it. */
export function Snackbar({ notice }: Props) {
  return (
    <div className={classes.place} role={notice?.kind === 'error' ? 'alert' : 'status'}>
      {notice && (
        <p className={classes.snackbar} data-kind={notice.kind}>
          {notice.text}
        </p>
      )}
    </div>
  );
}
