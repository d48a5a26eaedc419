import { resendConfirmation } from '@moneytrail/contract';
import { IconCheck, IconClock } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { serverMessage } from '../../api/api-error.ts';
import { request } from '../../api/request.ts';
import { serverClock } from '../../api/server-clock.ts';
import { useCodeRequest } from '../../api/use-code-request.ts';
import { DemoHint } from '../../ui/form/DemoHint.tsx';
import { FormAlert } from '../../ui/form/FormAlert.tsx';
import form from '../../ui/form/form.module.css';
import { ResendLink } from '../../ui/form/ResendLink.tsx';
import classes from './AccountStanding.module.css';
import { CorrectPhone } from './CorrectPhone.tsx';
import { withAdvice } from './no-answer.ts';
import { AUTH_TEXTS } from './texts.ts';

const TEXTS = AUTH_TEXTS.standing;

type Props = {
  /** The account's address; null where it is not known. */
  email: string | null;
  isEmailConfirmed: boolean;
  isApproved: boolean;
  /** The last digits of its number, which can be corrected until the approval; null where they are not known. */
  phoneEnding: string | null;
  /** The sentence about the approval that is awaited. */
  pendingText: string;
};

/** The state of a new account: its address, its approval, and what is left to do. */
export function AccountStanding(props: Props) {
  const { email, isEmailConfirmed, isApproved, phoneEnding, pendingText } = props;
  return (
    <ol className={classes.steps} aria-label={TEXTS.label}>
      <Step isDone={isEmailConfirmed} text={isEmailConfirmed ? TEXTS.confirmed : TEXTS.confirm}>
        {!isEmailConfirmed && email !== null && <Resend email={email} />}
      </Step>
      <Step isDone={isApproved} text={isApproved ? TEXTS.approved : pendingText}>
        {!isApproved && <p className={form.hint}>{TEXTS.meanwhile}</p>}
        {!isApproved && email !== null && phoneEnding !== null && (
          <CorrectPhone username={email} ending={phoneEnding} />
        )}
      </Step>
    </ol>
  );
}

type StepProps = { isDone: boolean; text: string; children: ReactNode };

function Step({ isDone, text, children }: StepProps) {
  const Icon = isDone ? IconCheck : IconClock;
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Icon size={20} stroke={1.75} aria-hidden="true" className={classes.icon} />
      <div className={classes.about}>
        <p>
          <span className="visually-hidden">{isDone ? 'Done: ' : 'Open: '}</span>
          <span>{text}</span>
        </p>
        {children}
      </div>
    </li>
  );
}

/** The first mail was sent long enough ago for another. */
const NOTHING_SENT_YET = { isSent: false, cooldownSeconds: 0 };

function Resend({ email }: { email: string }) {
  const [error, setError] = useState<unknown>(null);
  const mail = useCodeRequest(NOTHING_SENT_YET, {
    send: () => {
      setError(null);
      return request(resendConfirmation, { body: { email } });
    },
    onError: setError,
  });
  return (
    <>
      <ResendLink
        label={TEXTS.resend}
        availableAtMs={mail.availableAtMs}
        now={serverClock.now}
        isBusy={mail.isPending}
        onResend={() => mail.request(undefined)}
      />
      <p className={form.hint} role="status">
        {mail.outcome === 'sent' && `${TEXTS.resent} ${email}. ${TEXTS.missing}`}
      </p>
      {mail.outcome === 'sent' && <DemoHint />}
      <FormAlert>
        {error !== null && (serverMessage(error) ?? withAdvice(TEXTS.failed, error))}
      </FormAlert>
    </>
  );
}
