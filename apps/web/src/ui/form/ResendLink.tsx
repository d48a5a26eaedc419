import { secondsLeft } from '../../lib/resend-pause.ts';
import { useNow } from '../hooks/use-now.ts';
import classes from './ResendLink.module.css';
import { FORM_TEXTS } from './texts.ts';

type Props = {
  /** From when on another code may be asked for, by the clock given. */
  availableAtMs: number;
  now: () => number;
  isBusy: boolean;
  onResend: () => void;
};

/** 'Need another code?', at rest until the pause is over. The countdown is read aloud at its start and end alone. */
export function ResendLink({ availableAtMs, now, isBusy, onResend }: Props) {
  const seconds = secondsLeft(availableAtMs, useNow(now));
  const isWaiting = seconds > 0;
  return (
    <span>
      <button
        type="button"
        className={classes.link}
        disabled={isWaiting || isBusy}
        onClick={onResend}
      >
        {FORM_TEXTS.resend}
      </button>
      {isWaiting && (
        <span className={classes.seconds} aria-hidden="true">
          {' '}
          {seconds} s
        </span>
      )}
      <span className="visually-hidden" role="status">
        {isWaiting
          ? 'Another code can be requested after a short pause.'
          : 'Another code can be requested now.'}
      </span>
    </span>
  );
}
