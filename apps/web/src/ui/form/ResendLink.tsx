import { secondsLeft } from '../../lib/resend-pause.ts';
import { useNow } from '../hooks/use-now.ts';
import classes from './ResendLink.module.css';
import { FORM_TEXTS } from './texts.ts';

type Props = {
  /** When another code may be requested, by the given clock. */
  availableAtMs: number;
  now: () => number;
  isBusy: boolean;
  onResend: () => void;
};

/** Disabled during the pause. Screen readers hear the countdown's start and end only. */
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
