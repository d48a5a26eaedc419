import { secondsLeft } from '../../lib/resend-pause.ts';
import { useNow } from '../hooks/use-now.ts';
import classes from './ResendLink.module.css';
import { FORM_TEXTS } from './texts.ts';

type Props = {
  label?: string;
  /** The earliest time for a request of another code, by the given clock. */
  availableAtMs: number;
  now: () => number;
  isBusy: boolean;
  onResend: () => void;
};

/** Disabled during the pause. Screen readers announce the countdown's start and end only. */
export function ResendLink(props: Props) {
  const { label = FORM_TEXTS.resend, availableAtMs, now, isBusy, onResend } = props;
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
        {label}
      </button>
      {isWaiting && (
        <span className={classes.seconds} aria-hidden="true">
          {' '}
          {seconds} s
        </span>
      )}
      <span className="visually-hidden" role="status">
        {isWaiting
          ? 'Another one can be requested after a short pause.'
          : 'Another one can be requested now.'}
      </span>
    </span>
  );
}
