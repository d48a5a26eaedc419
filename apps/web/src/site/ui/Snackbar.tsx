import classes from './Snackbar.module.css';

/** What came of something that somebody did. */
export type Notice = { kind: 'success' | 'error'; text: string };

type Props = { notice: Notice | null };

/** Tells what came of an act, at the bottom of the screen; who shows it takes it away again. */
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
