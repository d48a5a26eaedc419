import { Button } from '@mantine/core';
import { type Account, type RequestOf, sendOtp, updateUser, verifyOtp } from '@moneytrail/contract';
import { useState } from 'react';
import { serverClock } from '../../../api/server-clock.ts';
import { authorizedRequest } from '../../../api/session/session.ts';
import { useCodeRequest } from '../../../api/use-code-request.ts';
import { nationalNumber, phoneProblem } from '../../../lib/phone-number.ts';
import type { SendAnswer } from '../../../lib/resend-pause.ts';
import { showToast } from '../../../stores/toasts.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { CodeInput } from '../../../ui/form/CodeInput.tsx';
import { DemoHint } from '../../../ui/form/DemoHint.tsx';
import { FormAlert } from '../../../ui/form/FormAlert.tsx';
import form from '../../../ui/form/form.module.css';
import { PhoneFields } from '../../../ui/form/PhoneFields.tsx';
import { ResendLink } from '../../../ui/form/ResendLink.tsx';
import { useRequestForm } from '../../../ui/form/use-request-form.ts';
import { ACCOUNT_TEXTS } from '../texts.ts';
import { useAccountChange } from '../use-account-change.ts';

type Props = { user: Account };

type Saved = SendAnswer & { needOtp: boolean };

/** Saved, but not in effect until its code is entered. */
type UnconfirmedPhone = { phone: string; answer: Saved };

export function ContactPanel({ user }: Props) {
  const [unconfirmed, setUnconfirmed] = useState<UnconfirmedPhone | null>(null);
  const onSaved = (answer: Saved, phone: string) => {
    if (answer.needOtp) setUnconfirmed({ phone, answer });
    else showToast({ kind: 'success', text: ACCOUNT_TEXTS.updated });
  };
  if (unconfirmed === null)
    return <ContactForm key={user.phoneE164} user={user} onSaved={onSaved} />;
  return (
    <PhoneCodeForm
      username={user.username}
      phone={unconfirmed.phone}
      sent={unconfirmed.answer}
      onClose={() => setUnconfirmed(null)}
    />
  );
}

type FormProps = Props & { onSaved: (answer: Saved, phone: string) => void };

function ContactForm({ user, onSaved }: FormProps) {
  const fields = useRequestForm({
    endpoint: updateUser,
    initialValues: {
      phoneCountry: user.phoneCountry,
      phone: user.phoneE164 === null ? '' : nationalNumber(user.phoneE164),
    },
    toBody: ({ phone, phoneCountry }) => ({ phone, phoneCountry }),
    rules: ({ phone, phoneCountry }) => ({ phone: phoneProblem(phone, phoneCountry) }),
  });
  const { submit, isPending, error } = useAccountChange(fields, {
    send: (body: RequestOf<typeof updateUser>['body']) =>
      authorizedRequest(updateUser, { params: { id: user._id }, body }),
    onDone: (answer) => onSaved(answer, fields.values.phone),
  });
  return (
    <form className={form.fields} onSubmit={fields.onSubmit(submit)} noValidate>
      <PhoneFields fields={fields} />
      <FormAlert>{error}</FormAlert>
      <div className={form.actions}>
        <ActionButton type="submit" color="orange" disabled={!fields.isValid()} isBusy={isPending}>
          {ACCOUNT_TEXTS.contact.save}
        </ActionButton>
      </div>
    </form>
  );
}

type PhoneCodeFormProps = {
  username: string;
  /** The new number, as typed. */
  phone: string;
  /** The server's answer to saving the number. */
  sent: SendAnswer;
  /** The number is confirmed, or abandoned and the old one stays. */
  onClose: () => void;
};

function PhoneCodeForm({ username, phone, sent, onClose }: PhoneCodeFormProps) {
  const fields = useRequestForm({
    endpoint: verifyOtp,
    initialValues: { code: '' },
    toBody: ({ code }) => ({ username, code }),
  });
  const { submit, isPending, error } = useAccountChange(fields, {
    send: (body: RequestOf<typeof verifyOtp>['body']) => authorizedRequest(verifyOtp, { body }),
    onDone: () => {
      showToast({ kind: 'success', text: ACCOUNT_TEXTS.updated });
      onClose();
    },
  });
  const code = useCodeRequest(sent, {
    send: () => authorizedRequest(sendOtp, { body: { username } }),
  });
  const intro =
    code.outcome !== null && code.outcome !== 'sent'
      ? `A code was sent less than a minute ago. If it did not go to ${phone}, ask for another one below.`
      : `Enter the code we just sent to ${phone}.`;
  return (
    <form className={form.fields} onSubmit={fields.onSubmit(submit)}>
      <p>{intro} Until then, codes go to your current number.</p>
      <DemoHint />
      <CodeInput
        {...fields.getInputProps('code')}
        value={fields.values.code}
        label="Code"
        isNumeric
        error={fields.errors.code ?? error}
      />
      <ResendLink
        availableAtMs={code.availableAtMs}
        now={serverClock.now}
        isBusy={code.isPending}
        onResend={() => code.request(undefined)}
      />
      <div className={form.actions}>
        <ActionButton type="submit" color="orange" disabled={!fields.isValid()} isBusy={isPending}>
          Confirm
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
